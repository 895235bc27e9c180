// Every point that was tried stays on the curve, so later steps start from known points.
#include "compare/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/number_text.hpp"

namespace sfumato::compare {
namespace {

constexpr std::size_t scanned = 11;
constexpr int most_steps = 40;
constexpr double close_enough = 1e-4;  // of the target
constexpr double known_enough = 0.02;  // of the parameter
constexpr double no_nearer = 1e-5;     // of the parameter, or of the range: a jump

class Search {
 public:
  Search(const DialRange& dial, double target, double tolerance, const Response& response,
         std::optional<Better> better)
      : dial_(dial), target_(target), tolerance_(tolerance), response_(response), better_(better) {}

  Calibration run() {
    try_all(scan_points(dial_, scanned));
    Calibration result;
    result.shape = shape_of(points());
    if (valued().empty()) {
      result.reason = "the measure has no value at any parameter: " + first_note();
      finish(result);
      return result;
    }
    auto brackets = brackets_of_target();
    if (brackets.empty()) {
      look_beside_nearest();
      brackets = brackets_of_target();
    }
    if (brackets.size() > 1) {
      result.notes.push_back(
          "the target is crossed " + std::to_string(brackets.size()) +
          " times; of crossings that attain it the one with the least protection is taken");
    }
    const double best = best_of(brackets);
    result.best = CurvePoint{best, curve_.at(best)};
    result.reached = inside(best);
    if (result.reached) result.interval = interval_around(best);
    describe(result);
    if (!result.reached && dial_.integer && better_) take_safe_side(result);
    finish(result);
    return result;
  }

 private:
  // The nearest value on the better side of the target, with the least protection among equals.
  void take_safe_side(Calibration& result) {
    const bool lower = *better_ == Better::lower;
    std::optional<double> best;
    for (const auto& [parameter, found] : valued()) {
      const bool safe = lower ? found <= target_ : found >= target_;
      if (!safe) continue;
      const double gain = best ? std::fabs(off(*best)) - std::fabs(found - target_) : 1.0;
      if (gain > 0.0 || (gain == 0.0 && !dial_.more_is_safer)) best = parameter;
    }
    if (!best) return;
    result.best = CurvePoint{*best, curve_.at(*best)};
    result.safer_by = std::fabs(off(*best));
    result.reached = true;
    result.reason.clear();
    result.interval = std::pair(*best, *best);
  }

  void try_all(const std::vector<double>& parameters) {
    std::vector<double> unknown;
    for (const double parameter : parameters) {
      if (!curve_.contains(parameter)) unknown.push_back(parameter);
    }
    if (unknown.empty()) return;
    const std::vector<Estimate> found = response_(unknown);
    for (std::size_t i = 0; i < unknown.size(); ++i) curve_[unknown[i]] = found[i];
  }

  std::optional<double> value(double parameter) {
    try_all({parameter});
    return curve_.at(parameter).value;
  }
  double off(double parameter) {
    const std::optional<double> found = value(parameter);
    return found ? *found - target_ : std::numeric_limits<double>::quiet_NaN();
  }
  bool inside(double parameter) {
    return std::fabs(off(parameter)) <= std::max(tolerance_ * std::fabs(target_), 1e-12);
  }
  bool arrived(double parameter, double width) {
    const double miss = std::fabs(off(parameter));
    return miss <= close_enough * std::fabs(target_) ||
           (width <= known_enough && inside(parameter) && miss <= curve_.at(parameter).standard_error);
  }

  std::vector<std::pair<double, double>> valued() const {
    std::vector<std::pair<double, double>> result;
    for (const auto& [parameter, estimate] : curve_) {
      if (estimate.value) result.emplace_back(parameter, *estimate.value);
    }
    return result;
  }

  std::string first_note() const {
    for (const auto& [parameter, estimate] : curve_) {
      if (!estimate.note.empty()) return estimate.note;
    }
    return "no reason was given";
  }

  // Of equally near ones the one with less protection.
  double nearest(double from, double to) const {
    double best = std::numeric_limits<double>::quiet_NaN(), least = std::numeric_limits<double>::infinity();
    for (const auto& [parameter, found] : valued()) {
      if (parameter < from || parameter > to) continue;
      const double miss = std::fabs(found - target_);
      if (miss < least || (miss == least && !dial_.more_is_safer)) {
        best = parameter;
        least = miss;
      }
    }
    return best;
  }

  std::vector<std::pair<double, double>> brackets_of_target() const {
    std::vector<std::pair<double, double>> result;
    const auto points = valued();
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double a = points[i - 1].second - target_, b = points[i].second - target_;
      if ((a < 0.0 && b >= 0.0) || (a > 0.0 && b <= 0.0)) {
        result.emplace_back(points[i - 1].first, points[i].first);
      } else if (a == 0.0 && i == 1) {
        result.emplace_back(points[0].first, points[0].first);
      }
    }
    return result;
  }

  // A crossing may be a jump over the target, and then another one attains it.
  double best_of(std::vector<std::pair<double, double>> brackets) {
    if (!dial_.more_is_safer) std::reverse(brackets.begin(), brackets.end());
    std::optional<double> best;
    for (const auto& [left, right] : brackets) {
      const double found = close_in(left, right);
      if (inside(found)) return found;
      if (!best || std::fabs(off(found)) < std::fabs(off(*best))) best = found;
    }
    const double anywhere = nearest(dial_.lower, dial_.upper);
    return best && std::fabs(off(*best)) <= std::fabs(off(anywhere)) ? *best : anywhere;
  }

  // A logarithmic scale that begins at 0 is extended downwards as far as the target needs.
  double lowered(double left, double right) {
    const bool below = off(right) < 0.0;
    for (int decade = 0; decade < 12; ++decade) {
      const double lower = right / 10.0;
      dial_.smallest = lower;
      if (std::isnan(off(lower)) || (off(lower) < 0.0) != below) return lower;
      right = lower;
    }
    return left;
  }

  // A turn between two scanned points may hide the target.
  void look_beside_nearest() {
    const double middle = nearest(dial_.lower, dial_.upper);
    const auto at = curve_.find(middle);
    std::vector<double> more;
    for (const auto& neighbour : {at == curve_.begin() ? at : std::prev(at), std::next(at)}) {
      if (neighbour == curve_.end() || neighbour == at) continue;
      const double from = dial_.to_scale(middle), to = dial_.to_scale(neighbour->first);
      for (int i = 1; i < 4; ++i) more.push_back(dial_.from_scale(from + 0.25 * i * (to - from)));
    }
    std::sort(more.begin(), more.end());
    more.erase(std::unique(more.begin(), more.end()), more.end());
    try_all(more);
  }

  // Relative on a logarithmic scale, else as a share of the range.
  double width(double left, double right) const {
    const double across = dial_.to_scale(right) - dial_.to_scale(left);
    return dial_.logarithmic ? across : across / std::max(dial_.upper - dial_.lower, 1e-300);
  }

  // False position, with the older end's weight halved when it stays (Illinois), and bisection where that
  // would leave the bracket or converge too slowly.
  double close_in(double left, double right) {
    if (dial_.logarithmic && left < 0.999 * dial_.smallest && right <= 1.001 * dial_.smallest) {
      left = lowered(left, right);
      if (left > dial_.lower) right = std::min(right, 10.0 * left);
    }
    const double from = left, to = right;
    double left_off = off(left), right_off = off(right);
    int stayed = 0;  // steps in a row that moved the same end; negative: the left one
    for (int step = 0; step < most_steps && left_off != 0.0 && right_off != 0.0; ++step) {
      const double a = dial_.to_scale(left), b = dial_.to_scale(right);
      double share = left_off / (left_off - right_off);
      if (std::abs(stayed) > 2 || !(share > 0.02 && share < 0.98)) share = 0.5;
      double middle = dial_.from_scale(a + share * (b - a));
      if (dial_.integer && (middle <= left || middle >= right)) middle = std::floor(0.5 * (left + right));
      if (middle <= left || middle >= right) break;
      const double found = off(middle);
      if (std::isnan(found)) break;
      const bool moves_left = (found < 0.0) == (curve_.at(left).value.value() - target_ < 0.0);
      if (moves_left) {
        if (stayed < 0) right_off *= 0.5;
        left = middle;
        left_off = found;
        stayed = std::min(stayed, 0) - 1;
      } else {
        if (stayed > 0) left_off *= 0.5;
        right = middle;
        right_off = found;
        stayed = std::max(stayed, 0) + 1;
      }
      if (!dial_.integer && (arrived(middle, width(left, right)) || width(left, right) < no_nearer)) break;
    }
    const double best = nearest(left, right);
    if (!dial_.integer) return inside(best) ? with_few_digits(best) : nearest_around(best);
    const double beside = nearest_beside(best, from, to);
    return inside(beside) ? beside : nearest_whole(beside);
  }

  // A response may oscillate between neighbouring parameters, as that of rank swapping does, so that a
  // bracket closes on a jump while other parameters near by attain the target.
  double nearest_around(double best) {
    std::vector<double> around;
    const double at = dial_.to_scale(best);
    const double unit = dial_.logarithmic ? 1.0 : std::max(std::fabs(at), 1e-300);
    for (const double share : {0.005, 0.01, 0.02, 0.03, 0.05, 0.08}) {
      for (const double sign : {-1.0, 1.0}) {
        around.push_back(std::clamp(dial_.from_scale(at + sign * share * unit), dial_.lower, dial_.upper));
      }
    }
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
    try_all(around);
    const double found = nearest(around.front(), around.back());
    return std::fabs(off(found)) < std::fabs(off(best)) ? found : best;
  }

  // The response to small steps of an integer dial need not be monotone.
  double nearest_beside(double best, double from, double to) {
    std::vector<double> beside;
    for (int i = -2; i <= 2; ++i) beside.push_back(std::clamp(best + i, dial_.lower, dial_.upper));
    std::sort(beside.begin(), beside.end());
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
    try_all(beside);
    return nearest(std::min(from, beside.front()), std::max(to, beside.back()));
  }

  // Where the response oscillates, integers within a factor of 1.5 are tried, 32 at most.
  double nearest_whole(double best) {
    const double from = std::max(dial_.lower, std::floor(best / 1.5));
    const double to = std::min(dial_.upper, std::ceil(best * 1.5));
    const double step = std::max(1.0, (to - from) / 32.0);
    std::vector<double> numbers;
    for (double at = from; at <= to; at += step) numbers.push_back(std::round(at));
    try_all(numbers);
    const double found = nearest(from, to);
    return std::fabs(off(found)) < std::fabs(off(best)) ? found : best;
  }

  // 0.35 rather than 0.3500263, where it is as good.
  double with_few_digits(double best) {
    for (const int digits : {2, 3, 4}) {
      const double short_one = *parse_number(rounded(best, digits));
      if (short_one < dial_.lower || short_one > dial_.upper) continue;
      if (std::fabs(dial_.to_scale(short_one) - dial_.to_scale(best)) > 0.05) continue;
      if (arrived(short_one, 0.0)) return short_one;
    }
    return best;
  }

  std::pair<double, double> interval_around(double best) { return {end_of(best, -1), end_of(best, 1)}; }

  double end_of(double best, int direction) {
    double in = best;
    std::optional<double> out;
    auto at = curve_.find(best);
    while (!out) {
      if (direction < 0 ? at == curve_.begin() : std::next(at) == curve_.end()) return in;
      at = direction < 0 ? std::prev(at) : std::next(at);
      if (inside(at->first)) {
        in = at->first;
      } else {
        out = at->first;
      }
    }
    for (int step = 0; step < 12 && std::fabs(width(in, *out)) > known_enough; ++step) {
      const double middle = dial_.from_scale(0.5 * (dial_.to_scale(in) + dial_.to_scale(*out)));
      if (middle == in || middle == *out) break;
      (inside(middle) ? in : *out) = middle;
    }
    if (dial_.integer) {
      for (double next = in + direction; next != *out && inside(next); next += direction) in = next;
    }
    return in;
  }

  std::string at_text(double parameter) const { return dial_.parameter + " = " + rounded(parameter, 4); }

  void describe(Calibration& result) {
    const auto points = valued();
    const auto [low, high] = std::minmax_element(
        points.begin(), points.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    const std::string attained = rounded(*curve_.at(result.best->parameter).value, 4);
    if (result.shape == Shape::constant) {
      result.notes.push_back("changing " + dial_.parameter + " does not change the measure");
    } else if (result.shape == Shape::turning) {
      result.notes.push_back("the measure does not always go the same way as " + dial_.parameter + " grows");
    } else if (result.shape == Shape::erratic) {
      result.notes.push_back("the measure goes up and down as " + dial_.parameter +
                             " grows, without a direction");
    }
    if (!result.reached) {
      if (target_ < low->second || target_ > high->second) {
        result.reason = "attains " + rounded(low->second, 4) + " to " + rounded(high->second, 4) +
                        " and not the target; the nearest is " + attained + " at " +
                        at_text(result.best->parameter);
      } else {
        result.reason = "passes over the target: the nearest is " + attained + " at " +
                        at_text(result.best->parameter) + neighbour_text(result.best->parameter);
      }
    }
    const double error = result.best->estimate.standard_error;
    const double miss = std::fabs(off(result.best->parameter));
    if (!result.reached && error > tolerance_ * std::fabs(target_) && miss < 3.0 * error) {
      result.reason += "; its standard error there is " + rounded(error, 2) + ", so that more draws may help";
    }
    if (!result.interval) return;
    const auto [from, to] = *result.interval;
    const bool flat = dial_.logarithmic ? to >= 1.5 * from && to > from : width(from, to) >= 0.1;
    if (flat) {
      result.notes.push_back("flat: every " + dial_.parameter + " from " + rounded(from, 3) + " to " +
                             rounded(to, 3) + " attains the target within the tolerance");
    }
  }

  // The nearest point on the other side of the target.
  std::string neighbour_text(double best) {
    const bool below = off(best) < 0.0;
    const auto at = curve_.find(best);
    for (const auto& other : {at == curve_.begin() ? at : std::prev(at), std::next(at)}) {
      if (other == curve_.end() || !other->second.value || other == at) continue;
      if ((*other->second.value - target_ < 0.0) == below) continue;
      const bool same_text = rounded(other->first, 4) == rounded(best, 4);
      return same_text ? ", and a step further it is " + rounded(*other->second.value, 4)
                       : ", and " + at_text(other->first) + " gives " + rounded(*other->second.value, 4);
    }
    return "";
  }

  std::vector<CurvePoint> points() const {
    std::vector<CurvePoint> result;
    for (const auto& [parameter, estimate] : curve_) result.push_back({parameter, estimate});
    return result;
  }

  void finish(Calibration& result) const {
    result.curve = points();
    const auto attained = valued();
    if (attained.empty()) return;
    result.lowest = result.highest = attained.front().second;
    for (const auto& [parameter, found] : attained) {
      result.lowest = std::min(result.lowest, found);
      result.highest = std::max(result.highest, found);
    }
  }

  DialRange dial_;
  double target_;
  double tolerance_;
  const Response& response_;
  std::optional<Better> better_;
  std::map<double, Estimate> curve_;
};

}  // namespace

Calibration calibrate(const DialRange& dial, double target, double tolerance, const Response& response,
                      std::optional<Better> better) {
  return Search(dial, target, tolerance, response, better).run();
}

}  // namespace sfumato::compare
