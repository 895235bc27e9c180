// A failure to reach the target is a result, with its reason.
#include "compare/attempt.hpp"

#include <algorithm>
#include <cmath>

#include "compare/sampled_calibration.hpp"
#include "core/number_text.hpp"

namespace sfumato::compare {
namespace {

std::vector<std::size_t> limited_measures(const std::vector<Limit>& limits) {
  std::vector<std::size_t> positions;
  for (const Limit& limit : limits) positions.push_back(limit.measure);
  return positions;
}

// The time limit was reached before a contender was calibrated.
struct TimeUp {};

class Calibrator {
 public:
  Calibrator(const Trials& trials, const ComparisonRequest& request, const Contender& contender)
      : trials_(trials), request_(request), contender_(contender) {}

  Attempt run() {
    attempt_.contender = &contender_;
    attempt_.params = contender_.params;
    attempt_.reason = contender_.unfit;
    if (!contender_.unfit.empty()) return attempt_;
    try {
      bring_to_target();
    } catch (const TimeUp&) {
      attempt_.reached = false;
      attempt_.reason = "the time limit was reached before it was calibrated";
    }
    return std::move(attempt_);
  }

 private:
  void bring_to_target() {
    if (request_.out_of_time()) throw TimeUp{};
    if (!request_.limits.empty()) {
      contender_.dial ? find_least_protection() : check_limits();
    } else if (request_.target) {
      contender_.dial ? turn_dial() : take_as_it_is();
      refuse_untouched();
    } else {
      attempt_.reached = true;
    }
  }

  std::vector<Candidate> candidates_at(const std::vector<double>& parameters) const {
    std::vector<Candidate> candidates;
    for (const double parameter : parameters) candidates.push_back(contender_.at(parameter));
    return candidates;
  }

  void refuse_untouched() {
    if (!attempt_.reached || request_.first_look) return;
    if (!trials_.leaves_untouched(contender_.with(attempt_.params))) return;
    attempt_.reached = attempt_.calibration.reached = false;
    attempt_.calibration.interval.reset();
    attempt_.reason = "it would leave the data as they are, without protection";
  }

  // Searches on the sample, if there is one that gives an answer.
  bool searched_on_sample(Better better) {
    if (request_.sample == nullptr) return false;
    CorrectedEstimates estimates(contender_, *request_.sample, trials_, {request_.target->measure});
    const auto search = [&](double start, CorrectedEstimates& by, bool first_look) {
      return calibrate_by_sample(*contender_.dial, start, request_.target->value, request_.tolerance, better,
                                 by, request_.out_of_time, first_look, request_.accepted);
    };
    double start = initial_setting();
    if (request_.larger_sample != nullptr) {
      CorrectedEstimates foreseen = foreseen_estimates({request_.target->measure});
      const std::optional<Calibration> near = search(start, foreseen, false);
      if (near && near->best) start = near->best->parameter;
    }
    std::optional<Calibration> found = search(start, estimates, request_.first_look);
    if (!found) return false;
    attempt_.calibration = std::move(*found);
    attempt_.by_sample = true;
    return true;
  }

  CorrectedEstimates foreseen_estimates(const std::vector<std::size_t>& measures) const {
    return extrapolated_estimates(contender_, *request_.sample, *request_.larger_sample,
                                  trials_.subject().original.rows(), measures);
  }

  // The default of the dial, within its range.
  double initial_setting() const {
    const DialRange& dial = *contender_.dial;
    for (const auto& [name, value] : contender_.params) {
      if (name == dial.parameter && value.is_number())
        return std::clamp(value.as_number(), dial.lower, dial.upper);
    }
    return dial.lower;
  }

  // No further setting is tried after the time limit.
  template <class Answer>
  Answer in_time(Answer response) const {
    return [this, response](const std::vector<double>& parameters) {
      if (request_.out_of_time()) throw TimeUp{};
      return response(parameters);
    };
  }

  void turn_dial() {
    const Target& target = *request_.target;
    const Response response = [&](const std::vector<double>& parameters) {
      std::vector<Estimate> result;
      for (auto& estimates : trials_.estimates(candidates_at(parameters), {target.measure})) {
        result.push_back(std::move(estimates.front()));
      }
      return result;
    };
    const Better better = better_of(trials_.measures()[target.measure]);
    if (!searched_on_sample(better)) {
      if (request_.first_look) throw TimeUp{};
      attempt_.calibration =
          calibrate(*contender_.dial, target.value, request_.tolerance, in_time(response), better);
    }
    attempt_.reached = attempt_.calibration.reached;
    attempt_.reason = attempt_.calibration.reason;
    if (attempt_.calibration.best) {
      attempt_.params = contender_.at(attempt_.calibration.best->parameter).params;
    }
  }

  std::string without_dial() const {
    if (contender_.finished) return "it is finished";
    return !contender_.chosen.empty() ? "no parameter is left to calibrate"
                                      : "it has no parameter to calibrate";
  }

  void take_as_it_is() {
    const Estimate found =
        trials_.estimate(contender_.with(contender_.params), {request_.target->measure}).front();
    attempt_.calibration.best = CurvePoint{0.0, found};
    if (!found.value) {
      attempt_.reason = without_dial() + ", and the measure has no value: " + found.note;
      return;
    }
    attempt_.calibration.lowest = attempt_.calibration.highest = *found.value;
    const double allowed = request_.tolerance * std::fabs(request_.target->value);
    attempt_.reached = std::fabs(*found.value - request_.target->value) <= allowed;
    const Better better = better_of(trials_.measures()[request_.target->measure]);
    const double safer = (better == Better::higher ? 1.0 : -1.0) * (*found.value - request_.target->value);
    if (!attempt_.reached && contender_.finished && safer > 0.0) {
      attempt_.reached = true;
      attempt_.calibration.safer_by = safer;
    }
    if (!attempt_.reached) attempt_.reason = without_dial() + ", and it gives " + rounded(*found.value, 4);
  }

  LeastProtection searched_limits() {
    const std::vector<std::size_t> measures = limited_measures(request_.limits);
    if (request_.sample != nullptr) {
      CorrectedEstimates estimates(contender_, *request_.sample, trials_, measures);
      const auto search = [&](double start, CorrectedEstimates& by) {
        return least_protection_by_sample(*contender_.dial, start, request_.limits, by, request_.out_of_time);
      };
      double start = initial_setting();
      if (request_.larger_sample != nullptr) {
        CorrectedEstimates foreseen = foreseen_estimates(measures);
        const std::optional<LeastProtection> near = search(start, foreseen);
        if (near && near->found) start = near->found->parameter;
      }
      std::optional<LeastProtection> found = search(start, estimates);
      if (found) {
        attempt_.by_sample = true;
        return std::move(*found);
      }
    }
    const RiskResponse response = [&](const std::vector<double>& parameters) {
      return trials_.estimates(candidates_at(parameters), measures);
    };
    return least_protection(*contender_.dial, request_.limits, in_time(response));
  }

  void find_least_protection() {
    const LeastProtection least = searched_limits();
    Calibration& calibration = attempt_.calibration;
    calibration.notes.insert(calibration.notes.end(), least.notes.begin(), least.notes.end());
    for (const LimitedPoint& point : least.tried) {
      const Estimate& first = point.risks.front();
      calibration.curve.push_back({point.parameter, first});
      if (!first.value) continue;
      const bool any = calibration.best.has_value();
      calibration.lowest = any ? std::min(calibration.lowest, *first.value) : *first.value;
      calibration.highest = any ? std::max(calibration.highest, *first.value) : *first.value;
      calibration.best = calibration.curve.back();
    }
    calibration.shape = shape_of(calibration.curve);
    calibration.best.reset();
    const std::optional<LimitedPoint>& taken = least.found ? least.found : least.nearest;
    attempt_.reached = calibration.reached = least.found.has_value();
    if (taken) {
      attempt_.params = contender_.at(taken->parameter).params;
      attempt_.limited = taken->risks;
      calibration.best = CurvePoint{taken->parameter, taken->risks.front()};
    }
    if (!attempt_.reached) {
      attempt_.reason =
          "no setting that was tried is safe" + (taken ? nearest_text(*taken) : missing_text(least));
    }
  }

  void check_limits() {
    attempt_.limited =
        trials_.estimate(contender_.with(contender_.params), limited_measures(request_.limits));
    attempt_.calibration.best = CurvePoint{0.0, attempt_.limited.front()};
    attempt_.reached = true;
    for (std::size_t i = 0; i < request_.limits.size(); ++i) {
      if (!is_safe(attempt_.limited[i], request_.limits[i])) attempt_.reached = false;
    }
    attempt_.calibration.reached = attempt_.reached;
    if (!attempt_.reached)
      attempt_.reason = without_dial() + ", and it gives " + exceeded_text(attempt_.limited);
  }

  std::string nearest_text(const LimitedPoint& point) const {
    return "; the nearest is " + contender_.dial->parameter + " = " + rounded(point.parameter, 4) + " with " +
           exceeded_text(point.risks);
  }

  static std::string missing_text(const LeastProtection& least) {
    for (const LimitedPoint& point : least.tried) {
      for (const Estimate& risk : point.risks) {
        if (!risk.value && !risk.note.empty()) return ": " + risk.note;
      }
    }
    return "";
  }

  // "distance-linkage 7.2 and rank-linkage 0.3", those that are not safe.
  std::string exceeded_text(const std::vector<Estimate>& risks) const {
    std::string text;
    for (std::size_t i = 0; i < request_.limits.size(); ++i) {
      if (is_safe(risks[i], request_.limits[i])) continue;
      const std::string& name = trials_.measures()[request_.limits[i].measure].measure->info.name;
      text += (text.empty() ? "" : " and ") + name + " ";
      if (!risks[i].value) {
        text += "without a value" + (risks[i].note.empty() ? "" : " (" + risks[i].note + ")");
        continue;
      }
      text += rounded(*risks[i].value, 4);
      if (is_safe(risks[i].value, request_.limits[i])) text += " ± " + rounded(risks[i].standard_error, 2);
    }
    return text;
  }

  const Trials& trials_;
  const ComparisonRequest& request_;
  const Contender& contender_;
  Attempt attempt_;
};

}  // namespace

Candidate Contender::with(const ParamValues& values) const {
  return {method, values, columns, 0, before, after};
}

Candidate Contender::at(double parameter) const {
  Candidate candidate = with(params);
  for (auto& [name, value] : candidate.params) {
    if (dial && name == dial->parameter) value = dial->value(parameter);
  }
  return candidate;
}

Attempt calibrated(const Trials& trials, const ComparisonRequest& request, const Contender& contender) {
  return Calibrator(trials, request, contender).run();
}

}  // namespace sfumato::compare
