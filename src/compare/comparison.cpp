// Contenders are calibrated in parallel; ranks are computed when all are done.
#include "compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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
  }

  Comparison run() {
    result_.attempts.resize(contenders_.size());
    run_.parallel(contenders_.size(), [&](std::size_t i) {
      result_.attempts[i] = attempt(contenders_[i]);
      measure(result_.attempts[i]);
      result_.attempts[i].forecast = forecast(result_.attempts[i]);
    });
    exchange_structural_zeros();
    rank();
    return std::move(result_);
  }

 private:
  Attempt attempt(const Contender& contender) const {
    Attempt attempt;
    attempt.contender = &contender;
    attempt.params = contender.params;
    attempt.reason = contender.unfit;
    if (!contender.unfit.empty()) return attempt;
    if (!request_.target) {
      attempt.reached = true;
    } else if (contender.dial) {
      turn_dial(contender, attempt);
    } else {
      take_as_it_is(contender, attempt);
    }
    if (attempt.reached && request_.target && trials_.leaves_untouched({contender.method, attempt.params})) {
      attempt.reached = attempt.calibration.reached = false;
      attempt.calibration.interval.reset();
      attempt.reason = "it would leave the data as they are, without protection";
    }
    return attempt;
  }

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

  void turn_dial(const Contender& contender, Attempt& attempt) const {
    const Response response = [&](const std::vector<double>& parameters) {
      std::vector<Candidate> candidates;
      for (const double parameter : parameters) candidates.push_back(contender.at(parameter));
      std::vector<Estimate> result;
      for (auto& estimates : trials_.estimates(candidates, {request_.target->measure})) {
        result.push_back(std::move(estimates.front()));
      }
      return result;
    };
    attempt.calibration = calibrate(*contender.dial, request_.target->value, request_.tolerance, response);
    attempt.reached = attempt.calibration.reached;
    attempt.reason = attempt.calibration.reason;
    if (attempt.calibration.best) {
      attempt.params = contender.at(attempt.calibration.best->parameter).params;
    }
  }

  void take_as_it_is(const Contender& contender, Attempt& attempt) const {
    const Estimate found =
        trials_.estimate({contender.method, contender.params}, {request_.target->measure}).front();
    attempt.calibration.best = CurvePoint{0.0, found};
    const std::string why =
        !contender.chosen.empty() ? "no parameter is left to calibrate" : "it has no parameter to calibrate";
    if (!found.value) {
      attempt.reason = why + ", and the measure has no value: " + found.note;
      return;
    }
    attempt.calibration.lowest = attempt.calibration.highest = *found.value;
    const double allowed = request_.tolerance * std::fabs(request_.target->value);
    attempt.reached = std::fabs(*found.value - request_.target->value) <= allowed;
    if (!attempt.reached) attempt.reason = why + ", and it gives " + rounded(*found.value, 4);
  }

  // The measures that rank, at the parameter found and at both ends of what is within the tolerance.
  void measure(Attempt& attempt) const {
    if (!attempt.reached) return;
    const Contender& contender = *attempt.contender;
    std::vector<Candidate> candidates{{contender.method, attempt.params}};
    if (const auto& interval = attempt.calibration.interval) {
      for (const double end : {interval->first, interval->second}) {
        if (end != attempt.calibration.best->parameter) candidates.push_back(contender.at(end));
      }
    }
    const auto estimates = trials_.estimates(candidates, result_.rank_by);
    attempt.measures = estimates.front();
    attempt.spans.clear();
    const bool refused = std::none_of(attempt.measures.begin(), attempt.measures.end(),
                                      [](const Estimate& estimate) { return estimate.value.has_value(); });
    if (refused && !request_.target) {
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
          names.push_back(attempt.contender->method->info.name);
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
                        attempt.contender->method->info.name, i);
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
      const std::string& name = attempt.contender->method->info.name;
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

Candidate Contender::at(double parameter) const {
  Candidate candidate{method, params};
  for (auto& [name, value] : candidate.params) {
    if (dial && name == dial->parameter) value = dial->value(parameter);
  }
  return candidate;
}

Comparison compare_methods(const Trials& trials, const ComparisonRequest& request,
                           const std::vector<Contender>& contenders, const Run& run) {
  return Arrangement(trials, request, contenders, run).run();
}

std::optional<double> proposed_value(const Trials& trials, const std::vector<Contender>& contenders,
                                     std::size_t measure, const Run& run) {
  std::vector<Candidate> candidates;
  for (const Contender& contender : contenders) {
    if (contender.unfit.empty()) candidates.push_back({contender.method, contender.params});
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
