// Every round searches the dial anew with what is known by then; searches on the sample take little, since
// its findings are kept.
#include "compare/sampled_calibration.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::compare {
namespace {

constexpr int most_rounds = 10;
constexpr double worth_draws = 0.5;  // of the tolerance: worth all draws
constexpr int most_refinements = 4;
constexpr int most_nudges = 8;
constexpr double nudge = 0.002;          // of the setting
constexpr double refined_enough = 0.01;  // of the setting
constexpr std::size_t sample_scan = 11;  // points, as in the searches

class Rounds {
 public:
  Rounds(const DialRange& dial, double target, double tolerance, Better better, CorrectedEstimates& estimates,
         const OutOfTime& out_of_time, bool first_look, double accepted)
      : dial_(dial),
        target_(target),
        tolerance_(std::max(tolerance * std::fabs(target), 1e-12)),
        relative_(tolerance),
        better_(better),
        estimates_(estimates),
        out_of_time_(out_of_time),
        first_look_(first_look),
        accepted_(accepted) {}

  std::optional<Calibration> run(double start) {
    confirm(start, 1);
    if (!first_look_ && !out_of_time_() && miss(start) <= worth_draws * tolerance_) confirm(start, 0);
    Calibration found;
    for (int round = 0; round < most_rounds; ++round) {
      found = search();
      if (round == 0 && found.best && !dial_.integer && near_enough(start)) {
        return settled(std::move(found), start);
      }
      if (!found.best || beyond_sample(found)) return std::nullopt;
      const double at = found.best->parameter;
      if (out_of_time_() || (first_look_ && round > 0)) return unconfirmed(std::move(found));
      if (estimates_.confirmed(at)) {
        if (!dial_.integer) return found.reached ? found : nudged(std::move(found), at);
        if (!confirm_neighbour(at)) return found;
        continue;
      }
      const bool worth = estimates_.tried(at) || round > 2;
      confirm(at, worth ? 0 : 1);
      if (!worth && miss(at) <= worth_draws * tolerance_) confirm(at, 0);
      if (!dial_.integer && near_enough(at)) return settled(std::move(found), at);
    }
    found = nearest_tried(std::move(found));
    if (found.reached || dial_.integer || !found.best) return found;
    const double nearest = found.best->parameter;
    return estimates_.confirmed(nearest) ? nudged(std::move(found), nearest) : found;
  }

 private:
  Calibration search() const {
    const Response response = [&](const std::vector<double>& settings) {
      std::vector<Estimate> result;
      for (auto& values : estimates_.at(settings)) result.push_back(std::move(values.front()));
      return result;
    };
    return calibrate(dial_, target_, relative_, response, better_);
  }

  const Estimate& whole(double at) const { return estimates_.whole_values().at(at).front(); }
  double miss(double at) const { return whole(at).value ? std::fabs(*whole(at).value - target_) : INFINITY; }
  double acceptable(double at) const {
    return std::max(accepted_ * tolerance_, std::min(whole(at).standard_error, tolerance_));
  }
  // Is it so near to the target, with all draws, that no other setting is tried?
  bool near_enough(double at) const { return estimates_.confirmed(at) && miss(at) <= acceptable(at); }
  void confirm(double at, std::size_t draws) { estimates_.confirm(at, draws); }

  // A dial of whole numbers may need more of them than the sample has records.
  bool beyond_sample(const Calibration& found) const {
    if (found.reached || !dial_.integer) return false;
    const auto lacking = [](const CurvePoint& point) { return !point.estimate.value; };
    return std::any_of(found.curve.begin(), found.curve.end(), lacking);
  }

  // A whole number that misses the target is the best only if the next one towards the target is known. True
  // where that was not known before.
  bool confirm_neighbour(double at) {
    if (!whole(at).value || miss(at) <= tolerance_) return false;
    const bool too_safe = (*whole(at).value < target_) == (better_ == Better::lower);
    const double beside = at + (too_safe == dial_.more_is_safer ? -1.0 : 1.0);
    if (beside < dial_.lower || beside > dial_.upper || estimates_.confirmed(beside)) return false;
    confirm(beside, 0);
    return true;
  }

  // Where the draws of neighbouring settings differ by more than the tolerance, a search cannot narrow them:
  // settings beside what was found are tried in turn.
  Calibration nudged(Calibration found, double at) {
    if (whole(at).standard_error <= tolerance_) return found;
    for (int i = 2; i < 2 + most_nudges && !out_of_time_(); ++i) {
      const double beside =
          std::clamp(at * (1.0 + (i % 2 == 0 ? nudge : -nudge) * (i / 2)), dial_.lower, dial_.upper);
      if (!estimates_.confirmed(beside)) confirm(beside, 0);
      if (miss(beside) <= tolerance_) return settled(std::move(found), beside);
    }
    return found;
  }

  static Calibration unconfirmed(Calibration found) {
    found.notes.emplace_back("the time limit was reached before the whole file had confirmed this setting");
    return found;
  }

  Calibration settled(Calibration found, double at) const {
    found.best = CurvePoint{at, whole(at)};
    found.reached = miss(at) <= tolerance_;
    found.safer_by.reset();
    if (found.reached) {
      found.reason.clear();
      if (!found.interval) found.interval = std::pair(at, at);
      found.interval->first = std::min(found.interval->first, at);
      found.interval->second = std::max(found.interval->second, at);
    }
    return found;
  }

  // Of the settings that were tried on the whole file, the one nearest to the target; those with all draws
  // first.
  Calibration nearest_tried(Calibration found) const {
    std::optional<double> best;
    const auto worse = [&](double at) { return std::pair(!estimates_.confirmed(at), miss(at)); };
    for (const auto& [at, values] : estimates_.whole_values()) {
      if (values.front().value && (!best || worse(at) < worse(*best))) best = at;
    }
    if (!best) return found;
    Calibration result = settled(std::move(found), *best);
    if (!result.reached && result.reason.empty()) {
      result.reason = "the search on a sample found no setting that attains the target on the whole file";
    }
    if (!result.reached) result.interval.reset();
    return result;
  }

  const DialRange& dial_;
  double target_, tolerance_, relative_;
  Better better_;
  CorrectedEstimates& estimates_;
  const OutOfTime& out_of_time_;
  bool first_look_;
  double accepted_;
};

// A weaker setting of a continuous dial that is worth a try on the whole file: between what was found and the
// nearest one that is not safe there, or a little weaker where none is known; none within a hundredth.
std::optional<double> weaker_setting(const DialRange& dial, double found, const std::vector<Limit>& limits,
                                     const CorrectedEstimates& estimates) {
  if (dial.integer || found == 0.0) return std::nullopt;
  const auto safe = [&](const std::vector<Estimate>& risks) {
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if (!is_safe(risks[i], limits[i])) return false;
    }
    return true;
  };
  std::optional<double> unsafe;
  for (const auto& [at, risks] : estimates.whole_values()) {
    const bool weaker = dial.more_is_safer ? at < found : at > found;
    if (!weaker || safe(risks)) continue;
    if (!unsafe || std::fabs(at - found) < std::fabs(*unsafe - found)) unsafe = at;
  }
  constexpr double step = 0.05;
  const double little = found * (dial.more_is_safer ? 1.0 - step : 1.0 + step);
  double next = std::clamp(little, dial.lower, dial.upper);
  if (unsafe && std::fabs(*unsafe - found) < 2.0 * std::fabs(little - found)) next = 0.5 * (*unsafe + found);
  if (std::fabs(next - found) < refined_enough * std::fabs(found)) return std::nullopt;
  return next;
}

// The next stronger setting of the scan; none beyond the end.
std::optional<double> next_stronger(const DialRange& dial, double setting) {
  std::vector<double> points = scan_points(dial, sample_scan);
  if (!dial.more_is_safer) std::reverse(points.begin(), points.end());
  for (const double point : points) {
    if (dial.more_is_safer ? point > setting : point < setting) return point;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Calibration> calibrate_by_sample(const DialRange& dial, double start, double target,
                                               double tolerance, Better better, CorrectedEstimates& estimates,
                                               const OutOfTime& out_of_time, bool first_look,
                                               double accepted) {
  return Rounds(dial, target, tolerance, better, estimates, out_of_time, first_look, accepted).run(start);
}

std::optional<LeastProtection> least_protection_by_sample(const DialRange& dial, double start,
                                                          const std::vector<Limit>& limits,
                                                          CorrectedEstimates& estimates,
                                                          const OutOfTime& out_of_time) {
  estimates.confirm(start, 1);
  const RiskResponse response = [&](const std::vector<double>& settings) { return estimates.at(settings); };
  int refined = 0;
  for (int round = 0; round < most_rounds + refined && !out_of_time(); ++round) {
    LeastProtection found = least_protection(dial, limits, response);
    const std::optional<LimitedPoint>& point = found.found ? found.found : found.nearest;
    if (!point) return std::nullopt;
    std::vector<double> needed{point->parameter};
    if (found.found && dial.integer) {
      const double weaker = point->parameter + (dial.more_is_safer ? -1.0 : 1.0);
      if (weaker >= dial.lower && weaker <= dial.upper) needed.push_back(weaker);
    }
    if (found.found && !dial.integer) {
      if (const auto stronger = next_stronger(dial, point->parameter)) needed.push_back(*stronger);
    }
    std::erase_if(needed, [&](double setting) { return estimates.confirmed(setting); });
    if (needed.empty() && found.found && refined < most_refinements) {
      if (const auto weaker = weaker_setting(dial, point->parameter, limits, estimates)) {
        ++refined;
        needed.push_back(*weaker);
      }
    }
    if (needed.empty()) {
      const bool beyond = !found.found && dial.integer &&
                          std::any_of(found.tried.begin(), found.tried.end(),
                                      [](const LimitedPoint& one) { return !one.risks.front().value; });
      return beyond ? std::nullopt : std::optional(std::move(found));
    }
    for (const double setting : needed) estimates.confirm(setting, 0);
  }
  return std::nullopt;
}

}  // namespace sfumato::compare
