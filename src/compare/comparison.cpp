// Contenders are calibrated in parallel; ranks are computed when all are done.
#include "compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "compare/other_risks.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::compare {
namespace {

ranking::Wanted wanted(Better better) {
  return better == Better::lower ? ranking::Wanted::low : ranking::Wanted::high;
}

class Arrangement {
 public:
  Arrangement(const Trials& trials, const ComparisonRequest& request,
              const std::vector<Contender>& contenders, const Run& run)
      : trials_(trials), request_(request), contenders_(contenders), run_(run) {
    result_.target = request.target;
    result_.tolerance = request.tolerance;
    result_.rank_by = request.rank_by;
    result_.limits = request.limits;
    result_.other_risks = request.other_risks;
  }

  Comparison run() {
    result_.attempts.resize(contenders_.size());
    run_.parallel(contenders_.size(), [&](std::size_t i) {
      result_.attempts[i] = calibrated(trials_, request_, contenders_[i]);
      measure(result_.attempts[i]);
      result_.attempts[i].forecast = forecast(result_.attempts[i]);
    });
    exchange_structural_zeros();
    rank();
    add_label_notes();
    result_.warnings = risk_disagreements(trials_.measures(), result_);
    look_at_untouched();
    return std::move(result_);
  }

 private:
  // A method that refuses has no forecast.
  Value forecast(const Attempt& attempt) const {
    if (!attempt.contender->unfit.empty()) return {};
    const Subject& subject = trials_.subject();
    try {
      return attempt.contender->method->forecast(subject.original, subject.columns.columns, attempt.params);
    } catch (const Error& failure) {
      if (failure.code != ErrorCode::bad_input) throw;
      return {};
    }
  }

  // The measures that rank, at the parameter found and at both ends of what is within the tolerance.
  void measure(Attempt& attempt) const {
    if (!attempt.reached) return;
    const Contender& contender = *attempt.contender;
    std::vector<Candidate> candidates{contender.with(attempt.params)};
    if (const auto& interval = attempt.calibration.interval) {
      for (const double end : {interval->first, interval->second}) {
        if (end != attempt.calibration.best->parameter) candidates.push_back(contender.at(end));
      }
    }
    const auto estimates = trials_.estimates(candidates, result_.rank_by);
    attempt.measures = estimates.front();
    attempt.risks = trials_.estimate(candidates.front(), result_.other_risks);
    attempt.spans.clear();
    const bool refused = std::none_of(attempt.measures.begin(), attempt.measures.end(),
                                      [](const Estimate& estimate) { return estimate.value.has_value(); });
    if (refused && !result_.calibrated()) {
      attempt.reached = false;
      attempt.reason = attempt.measures.front().note;
      return;
    }
    for (std::size_t m = 0; m < result_.rank_by.size(); ++m) {
      std::optional<ranking::Span> span;
      for (const auto& at : estimates) {
        const Estimate& found = at[m];
        if (!found.value || found.structural_zero) continue;
        const double low = *found.value - found.standard_error, high = *found.value + found.standard_error;
        span = span ? ranking::Span{std::min(span->lower, low), std::max(span->upper, high)}
                    : ranking::Span{low, high};
      }
      attempt.spans.push_back(
          attempt.measures[m].value && !attempt.measures[m].structural_zero ? span : std::nullopt);
    }
  }

  // A file that needs no protection by these limits is said to be so.
  void look_at_untouched() {
    if (result_.limits.empty()) return;
    const Subject& subject = trials_.subject();
    std::vector<MeasureRequest> limited;
    for (const Limit& limit : result_.limits) limited.push_back(trials_.measures()[limit.measure]);
    const auto scores = scores_of({.tables = {subject.original}}, subject, limited, run_);
    result_.untouched_is_safe = true;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (!is_safe(scores[i].value, result_.limits[i])) result_.untouched_is_safe = false;
    }
    if (result_.untouched_is_safe) {
      result_.notes.emplace_back(
          "the data as they are meet every limit: by these measures they need no protection");
    }
  }

  // The same measure once more among the trials' measures, with other parameters.
  std::optional<std::size_t> stand_in(std::size_t measure) const {
    const auto& all = trials_.measures();
    for (std::size_t i = measure + 1; i < all.size(); ++i) {
      if (all[i].measure == all[measure].measure) return i;
    }
    return std::nullopt;
  }

  void exchange_structural_zeros() {
    bool exchanged = false;
    for (std::size_t m = 0; m < result_.rank_by.size(); ++m) {
      std::vector<std::string> names;
      for (const Attempt& attempt : result_.attempts) {
        if (attempt.reached && attempt.measures[m].structural_zero) {
          names.push_back(attempt.contender->name());
        }
      }
      if (names.empty()) continue;
      const std::string& name = trials_.measures()[result_.rank_by[m]].measure->info.name;
      const std::optional<std::size_t> other = stand_in(result_.rank_by[m]);
      std::string note = name + " is 0 by construction for " + enumerated(names) + ", which says nothing: ";
      if (other) {
        const ParamValues& params = trials_.measures()[*other].parameters;
        note += "all methods are ranked with " + to_text(params.front().second) + " instead";
        result_.rank_by[m] = *other;
        exchanged = true;
      } else {
        note += "it is not ranked there";
      }
      result_.notes.push_back(note);
    }
    if (!exchanged) return;
    run_.parallel(result_.attempts.size(), [&](std::size_t i) { measure(result_.attempts[i]); });
  }

  void rank() {
    std::vector<std::vector<std::optional<std::size_t>>> by_measure, by_value;
    for (std::size_t m = 0; m < result_.rank_by.size(); ++m) {
      std::vector<std::optional<ranking::Span>> spans, points;
      for (const Attempt& attempt : result_.attempts) {
        spans.push_back(attempt.reached ? attempt.spans[m] : std::nullopt);
        points.push_back(spans.back() ? std::optional(ranking::Span{*attempt.measures[m].value,
                                                                    *attempt.measures[m].value})
                                      : std::nullopt);
      }
      const auto direction = wanted(better_of(trials_.measures()[result_.rank_by[m]]));
      by_measure.push_back(ranking::ranks(spans, direction));
      by_value.push_back(ranking::ranks(points, direction));
    }
    const auto overall = ranking::overall_ranks(by_measure), order = ranking::overall_ranks(by_value);
    for (std::size_t i = 0; i < result_.attempts.size(); ++i) {
      Attempt& attempt = result_.attempts[i];
      for (const auto& ranks : by_measure) attempt.ranks.push_back(ranks[i]);
      if (!overall.empty()) attempt.overall = overall[i];
    }
    put_in_order(order, by_value.empty() ? order : by_value.front());
  }

  // What the labels of coarse releases counted as, once for all methods that have them.
  void add_label_notes() {
    std::map<std::string, std::vector<std::string>> methods;
    for (const Attempt& attempt : result_.attempts) {
      for (const Estimate& estimate : attempt.measures) {
        const std::size_t begin = estimate.note.find("labels of ");
        if (!attempt.reached || !estimate.value || begin == std::string::npos) continue;
        std::vector<std::string>& names = methods[estimate.note.substr(begin)];
        const std::string name = attempt.contender->name();
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
    for (const auto& [note, names] : methods) result_.notes.push_back(enumerated(names) + ": " + note);
  }

  // Among equals the sum of the ranks by value decides, then the first measure, then the name.
  void put_in_order(const std::vector<std::optional<std::size_t>>& by_value,
                    const std::vector<std::optional<std::size_t>>& first_measure) {
    std::vector<std::size_t> order(result_.attempts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&](std::size_t i) {
      const Attempt& attempt = result_.attempts[i];
      const std::size_t last = result_.attempts.size() + 1;
      const std::size_t value = by_value.empty() ? last : by_value[i].value_or(last);
      const std::size_t first = first_measure.empty() ? last : first_measure[i].value_or(last);
      return std::tuple(!attempt.reached, attempt.overall.value_or(last), value, first,
                        attempt.contender->name(), i);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    std::vector<Attempt> sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(result_.attempts[i]));
    result_.attempts = std::move(sorted);
    if (result_.attempts.empty() || !result_.attempts.front().reached || !result_.attempts.front().overall) {
      return;
    }
    result_.winner = 0;
    std::vector<std::string> first;
    std::size_t sharing = 0;
    for (const Attempt& attempt : result_.attempts) {
      if (attempt.overall != result_.attempts.front().overall) continue;
      ++sharing;
      const std::string name = attempt.contender->name();
      if (std::find(first.begin(), first.end(), name) == first.end()) first.push_back(name);
    }
    if (sharing > 1) {
      result_.notes.push_back((first.size() < sharing ? "several settings of " : "") + enumerated(first) +
                              " share the first place: within the tolerance and the standard errors they are "
                              "tied; the one with the best values is taken, and the first measure decides");
    }
  }

  const Trials& trials_;
  const ComparisonRequest& request_;
  const std::vector<Contender>& contenders_;
  const Run& run_;
  Comparison result_;
};

}  // namespace

Comparison compare_methods(const Trials& trials, const ComparisonRequest& request,
                           const std::vector<Contender>& contenders, const Run& run) {
  return Arrangement(trials, request, contenders, run).run();
}

std::optional<double> proposed_value(const Trials& trials, const std::vector<Contender>& contenders,
                                     std::size_t measure, const Run& run) {
  std::vector<Candidate> candidates;
  for (const Contender& contender : contenders) {
    if (contender.unfit.empty()) candidates.push_back(contender.with(contender.params));
  }
  const Subject& subject = trials.subject();
  const Score untouched =
      scores_of({.tables = {subject.original}}, subject, {trials.measures()[measure]}, run).front();
  std::vector<double> values;
  for (const auto& estimates : trials.estimates(candidates, {measure})) {
    const std::optional<double>& value = estimates.front().value;
    const bool same =
        value && untouched.value && std::fabs(*value - *untouched.value) <= 1e-9 * std::fabs(*value);
    if (value && !same) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return stats::quantile(values, 0.5);
}

}  // namespace sfumato::compare
