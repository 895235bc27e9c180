// Points without both values cannot be drawn and are left out; hover texts say the same as the tables.
#include "report/comparison_map.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "ranking/pareto.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

constexpr double far_out = 10.0;  // medians

double half_width(const compare::Estimate& estimate) {
  return estimate.standard_error > 0.0 ? estimate.standard_error : no_number;
}

ranking::Wanted wanted(const MeasureInfo& info) {
  return info.better == Better::lower ? ranking::Wanted::low : ranking::Wanted::high;
}

std::string at_text(const std::string& parameter, double value) {
  return parameter.empty() ? "" : parameter + " = " + rounded(value, 4);
}

class MapMaker {
 public:
  MapMaker(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part)
      : outcome_(outcome),
        part_(part),
        risk_(*part.map_risk),
        utility_(*part.map_utility),
        risk_name_(measure_text(outcome, risk_)),
        utility_name_(measure_text(outcome, utility_)) {}

  std::optional<Figure> figure() {
    for (std::size_t i = 0; i < part_.map.size(); ++i) add_curve(part_.map[i], part_.comparison.winner == i);
    if (points_.empty()) return std::nullopt;
    add_frontier();
    add_release();
    add_target();
    chart_.x.logarithmic = spreads_far([](const ranking::MapPoint& point) { return point.risk; });
    chart_.y.logarithmic = spreads_far([](const ranking::MapPoint& point) { return point.utility; });
    chart_.x.label = risk_name_ + " (" + direction_text(measure_info(outcome_, risk_)) + ")";
    chart_.y.label = utility_name_ + " (" + direction_text(measure_info(outcome_, utility_)) + ")";
    return Figure{utility_name_ + " against " + risk_name_, caption(), alternative_, chart_};
  }

 private:
  // Where a few points lie very far out, only a logarithmic axis shows the others; it needs positive values.
  template <class Coordinate>
  bool spreads_far(const Coordinate& coordinate) const {
    std::vector<double> values;
    for (const ranking::MapPoint& point : points_) values.push_back(coordinate(point));
    std::sort(values.begin(), values.end());
    return values.front() > 0.0 && values.back() > far_out * values[values.size() / 2];
  }

  std::string values_text(const compare::Estimate& risk, const compare::Estimate& utility) const {
    return risk_name_ + " " + estimate_text(risk) + ", " + utility_name_ + " " + estimate_text(utility);
  }

  // "; other risks: distance-linkage 33.2" at the setting with which a method is ranked.
  std::string other_risks(const jobs::MapCurve& curve, double parameter) const {
    const compare::Comparison& comparison = part_.comparison;
    for (const compare::Attempt& attempt : comparison.attempts) {
      const auto& best = attempt.calibration.best;
      if (!attempt.reached || attempt.contender->name() != curve.name || !best ||
          best->parameter != parameter)
        continue;
      std::vector<std::string> values;
      for (std::size_t r = 0; r < attempt.risks.size(); ++r) {
        if (!attempt.risks[r].value) continue;
        values.push_back(measure_text(outcome_, comparison.other_risks[r]) + " " +
                         estimate_text(attempt.risks[r]));
      }
      return values.empty() ? "" : "; other risks: " + enumerated(values);
    }
    return "";
  }

  void add_curve(const jobs::MapCurve& curve, bool winner) {
    ChartSeries series{curve.name, {}, !curve.parameter.empty(), winner ? Emphasis::winner : Emphasis::none};
    std::vector<std::string> ends;
    for (const jobs::MapCurve::Point& point : curve.points) {
      if (!point.risk.value || !point.utility.value) continue;
      const std::string at = at_text(curve.parameter, point.parameter);
      series.points.push_back(
          {*point.risk.value, *point.utility.value, half_width(point.risk), half_width(point.utility),
           curve.name + (at.empty() ? "" : ", " + at) + ": " + values_text(point.risk, point.utility) +
               other_risks(curve, point.parameter)});
      points_.push_back({*point.risk.value, *point.utility.value});
      owners_.push_back(curve.name);
      ends.push_back((at.empty() ? "" : at + ": ") + values_text(point.risk, point.utility) +
                     other_risks(curve, point.parameter));
    }
    if (series.points.empty()) return;
    alternative_ += curve.name + (winner ? " (recommended), " : ", ") +
                    (ends.size() == 1 ? ends.front() : "from " + ends.front() + " to " + ends.back()) + ". ";
    chart_.series.push_back(std::move(series));
  }

  void add_frontier() {
    ChartSeries frontier{"frontier", {}, true, Emphasis::backdrop};
    std::vector<std::string> names;
    for (const std::size_t i : ranking::pareto_frontier(points_, wanted(measure_info(outcome_, risk_)),
                                                        wanted(measure_info(outcome_, utility_)))) {
      frontier.points.push_back({points_[i].risk, points_[i].utility});
      if (std::find(names.begin(), names.end(), owners_[i]) == names.end()) names.push_back(owners_[i]);
    }
    chart_.series.insert(chart_.series.begin(), frontier);
    alternative_ += "On the frontier: " + enumerated(names) + ".";
  }

  void add_release() {
    if (!part_.release) return;
    const auto& scores = part_.release->scores;
    if (risk_ >= scores.size() || utility_ >= scores.size()) return;
    const Score &risk = scores[risk_], &utility = scores[utility_];
    if (!risk.value || !utility.value) return;
    const std::string text = risk_name_ + " " + rounded(*risk.value, shown_digits) + ", " + utility_name_ +
                             " " + rounded(*utility.value, shown_digits);
    chart_.series.push_back({"the release",
                             {{*risk.value, *utility.value, no_number, no_number, "the release: " + text}},
                             false,
                             Emphasis::winner});
    alternative_ += " The release: " + text + ".";
  }

  void add_target() {
    for (const compare::Limit& limit : part_.comparison.limits) {
      if (limit.measure == risk_) chart_.lines.push_back({Direction::vertical, limit.value, "limit"});
    }
    const auto& target = part_.comparison.target;
    if (!target || (target->measure != risk_ && target->measure != utility_)) return;
    chart_.lines.push_back(
        {target->measure == risk_ ? Direction::vertical : Direction::horizontal, target->value, "target"});
  }

  std::string caption() const {
    const bool right = measure_info(outcome_, risk_).better == Better::higher;
    const bool up = measure_info(outcome_, utility_).better == Better::higher;
    return std::string(
               "Each dot is a method at one strength, and a line joins the strengths of one method. "
               "Protection grows to the ") +
           (right ? "right" : "left") + ", usefulness " + (up ? "upwards" : "downwards") +
           ", so the best corner is the " + (up ? "upper " : "lower ") + (right ? "right" : "left") +
           " one. The broad grey line is the frontier: none of its dots is beaten by another on both sides. "
           "Dots that would hide each other are drawn a little apart." +
           (chart_.x.logarithmic || chart_.y.logarithmic
                ? " A logarithmic axis makes room: equal steps are equal factors."
                : "");
  }

  const jobs::CompareResult& outcome_;
  const jobs::ComparisonPart& part_;
  std::size_t risk_, utility_;
  std::string risk_name_, utility_name_;
  LineChart chart_;
  std::vector<ranking::MapPoint> points_;
  std::vector<std::string> owners_;  // of the points
  std::string alternative_;
};

std::string calibration_caption(const compare::Attempt& attempt) {
  const compare::Calibration& found = attempt.calibration;
  std::string text;
  if (!attempt.reached) {
    text = "Not reached: " + attempt.reason + ".";
  } else if (found.best) {
    text = at_text(attempt.contender->dial->parameter, found.best->parameter) + " gives " +
           estimate_text(found.best->estimate) + ".";
  }
  const bool beyond =
      attempt.contender->dial->logarithmic && !found.curve.empty() && found.curve.front().parameter <= 0.0;
  if (beyond) text += " Zero, which was tried too, lies beyond the logarithmic axis.";
  for (const std::string& note : found.notes) text += (text.empty() ? "" : " ") + ("Note: " + note + ".");
  return text;
}

Figure calibration_figure(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part,
                          const compare::Attempt& attempt) {
  const compare::Comparison& comparison = part.comparison;
  const compare::DialRange& dial = *attempt.contender->dial;
  const std::string measure = measure_text(outcome, goal_measures(comparison).front());
  LineChart chart;
  chart.x = {dial.unit.empty() ? dial.parameter : dial.parameter + " (" + dial.unit + ")", dial.logarithmic};
  chart.y = {measure};
  ChartSeries series{attempt.contender->name(), {}};
  std::string values;
  for (const compare::CurvePoint& point : attempt.calibration.curve) {
    if (!point.estimate.value) continue;
    series.points.push_back(
        {point.parameter, *point.estimate.value, no_number, half_width(point.estimate),
         at_text(dial.parameter, point.parameter) + ": " + estimate_text(point.estimate)});
    values += (values.empty() ? "" : ", ") + rounded(*point.estimate.value, shown_digits) + " at " +
              rounded(point.parameter, shown_digits);
  }
  chart.series.push_back(std::move(series));
  if (comparison.target) {
    const double target = comparison.target->value, allowed = comparison.tolerance * std::fabs(target);
    chart.lines.push_back({Direction::horizontal, target, "target"});
    chart.bands.push_back({Direction::horizontal, target - allowed, target + allowed, "tolerance"});
  } else {
    chart.lines.push_back({Direction::horizontal, comparison.limits.front().value, "limit"});
  }
  if (attempt.reached && attempt.calibration.best) {
    chart.lines.push_back({Direction::vertical, attempt.calibration.best->parameter, "taken"});
  }
  const std::string caption = calibration_caption(attempt);
  return {attempt.reached ? method_text(attempt) : attempt.contender->name() + " (not reached)", caption,
          measure + " by " + dial.parameter + ": " + values + ". " + caption, chart, true};
}

}  // namespace

std::optional<Figure> map_figure(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  if (!part.map_risk || !part.map_utility) return std::nullopt;
  return MapMaker(outcome, part).figure();
}

std::vector<Figure> calibration_figures(const jobs::CompareResult& outcome,
                                        const jobs::ComparisonPart& part) {
  std::vector<Figure> figures;
  if (!part.comparison.calibrated()) return figures;
  for (const compare::Attempt& attempt : part.comparison.attempts) {
    const auto& curve = attempt.calibration.curve;
    const bool measured = std::any_of(curve.begin(), curve.end(), [](const compare::CurvePoint& point) {
      return point.estimate.value.has_value();
    });
    if (!attempt.contender->dial || !measured) continue;
    figures.push_back(calibration_figure(outcome, part, attempt));
  }
  return figures;
}

}  // namespace sfumato::report
