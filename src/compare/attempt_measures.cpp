// One draw serves the measures that rank and the other risks. Ends are measured by their difference from the
// setting between them over a few draws, which have common random numbers.
#include "compare/attempt_measures.hpp"

#include <algorithm>

namespace sfumato::compare {
namespace {

constexpr std::size_t draws_at_ends = 2;
constexpr double by_far = 2.0, errors_apart = 4.0;

std::vector<double> ends_of(const Attempt& attempt) {
  std::vector<double> ends;
  if (const auto& interval = attempt.calibration.interval) {
    for (const double end : {interval->first, interval->second}) {
      if (end != attempt.calibration.best->parameter) ends.push_back(end);
    }
  }
  return ends;
}

// One standard error around each value; none where the first has no informative value.
std::optional<ranking::Span> span_of(const std::vector<std::vector<Estimate>>& settings,
                                     std::size_t measure) {
  const auto informative = [&](const std::vector<Estimate>& at) {
    return at[measure].value && !at[measure].structural_zero;
  };
  if (!informative(settings.front())) return std::nullopt;
  std::optional<ranking::Span> span;
  for (const std::vector<Estimate>& at : settings) {
    if (!informative(at)) continue;
    const double low = *at[measure].value - at[measure].standard_error;
    const double high = *at[measure].value + at[measure].standard_error;
    span = span ? ranking::Span{std::min(span->lower, low), std::max(span->upper, high)}
                : ranking::Span{low, high};
  }
  return span;
}

}  // namespace

// Of a large file the difference is that of the sample, in proportion.
std::vector<std::vector<Estimate>> AttemptMeasures::at_ends(const Attempt& attempt,
                                                            const std::vector<std::size_t>& rank_by) const {
  const Contender& contender = *attempt.contender;
  std::vector<Candidate> candidates;
  for (const double end : ends_of(attempt)) candidates.push_back(contender.at(end));
  if (candidates.empty()) return {};
  candidates.push_back(contender.with(attempt.params));
  auto found = attempt.by_sample ? request_.sample->estimates(candidates, rank_by)
                                 : trials_.estimates(candidates, rank_by, draws_at_ends);
  const std::vector<Estimate> middle = std::move(found.back());
  found.pop_back();
  for (std::vector<Estimate>& estimates : found) {
    for (std::size_t m = 0; m < estimates.size(); ++m) {
      const std::optional<double> end = estimates[m].value;
      const Estimate& whole = attempt.measures[m];
      estimates[m] = whole;
      if (!whole.value || !end || !middle[m].value) continue;
      const double apart = *end - *middle[m].value;
      const bool scaled = attempt.by_sample && *middle[m].value > 0.0;
      estimates[m].value = *whole.value + (scaled ? apart * *whole.value / *middle[m].value : apart);
    }
  }
  return found;
}

void AttemptMeasures::measure(Attempt& attempt, const std::vector<std::size_t>& rank_by,
                              std::size_t most_draws) const {
  if (!attempt.reached) return;
  if (request_.out_of_time()) return leave_unmeasured(attempt, rank_by);
  std::vector<std::size_t> all = rank_by;
  all.insert(all.end(), request_.other_risks.begin(), request_.other_risks.end());
  const Candidate candidate = attempt.contender->with(attempt.params);
  attempt.measures = trials_.estimates({candidate}, all, most_draws).front();
  const auto end_of_rankers = attempt.measures.begin() + static_cast<std::ptrdiff_t>(rank_by.size());
  attempt.risks.assign(end_of_rankers, attempt.measures.end());
  attempt.measures.erase(end_of_rankers, attempt.measures.end());
  attempt.spans.clear();
  const bool refused = std::none_of(attempt.measures.begin(), attempt.measures.end(),
                                    [](const Estimate& estimate) { return estimate.value.has_value(); });
  if (refused && !request_.target && request_.limits.empty()) {
    attempt.reached = false;
    attempt.reason = attempt.measures.front().note;
    return;
  }
  auto settings = at_ends(attempt, rank_by);
  settings.insert(settings.begin(), attempt.measures);
  for (std::size_t m = 0; m < rank_by.size(); ++m) attempt.spans.push_back(span_of(settings, m));
}

void AttemptMeasures::leave_unmeasured(Attempt& attempt, const std::vector<std::size_t>& rank_by) const {
  if (!attempt.measures.empty()) return;
  attempt.risks.assign(request_.other_risks.size(), {.value = std::nullopt, .note = not_in_time});
  attempt.measures.assign(rank_by.size(), {.value = std::nullopt, .note = not_in_time});
  attempt.spans.assign(rank_by.size(), std::nullopt);
}

bool AttemptMeasures::late(const Attempt& attempt) {
  return attempt.reached && !attempt.measures.empty() && attempt.measures.front().note == not_in_time;
}

void AttemptMeasures::measure_on_sample(Attempt& attempt, const std::vector<std::size_t>& rank_by) const {
  if (!attempt.reached) return;
  attempt.measures = request_.sample->estimate(attempt.contender->with(attempt.params), rank_by);
  attempt.spans.clear();
  for (std::size_t m = 0; m < rank_by.size(); ++m) attempt.spans.push_back(span_of({attempt.measures}, m));
}

bool AttemptMeasures::loses_to(const Attempt& attempt, const Attempt& other,
                               const std::vector<std::size_t>& rank_by) const {
  for (std::size_t m = 0; m < rank_by.size(); ++m) {
    if (better_of(trials_.measures()[rank_by[m]]) != Better::lower) return false;
    const Estimate &own = attempt.measures[m], &best = other.measures[m];
    if (!own.value || !best.value || own.structural_zero || best.structural_zero) return false;
    if (*best.value < 0.0 || *own.value < by_far * *best.value) return false;
    const double apart = *own.value - *best.value;
    if (!(apart > errors_apart * (own.standard_error + best.standard_error))) return false;
  }
  return !rank_by.empty();
}

bool AttemptMeasures::near(const Attempt& a, const Attempt& b) {
  const auto wide = [](const ranking::Span& span) {
    const double half = 0.5 * (span.upper - span.lower);
    return ranking::Span{span.lower - half, span.upper + half};
  };
  for (std::size_t m = 0; m < a.spans.size() && m < b.spans.size(); ++m) {
    if (!a.spans[m] || !b.spans[m]) continue;
    const ranking::Span first = wide(*a.spans[m]), second = wide(*b.spans[m]);
    if (first.lower <= second.upper && second.lower <= first.upper) return true;
  }
  return false;
}

}  // namespace sfumato::compare
