// Maps and calibration curves of comparisons whose points are known.
#include "report/comparison_map.hpp"

#include <gtest/gtest.h>

#include "support/comparisons.hpp"

namespace sfumato::report {
namespace {

jobs::MapCurve::Point point(double parameter, double risk, double utility) {
  return {parameter, {.value = risk, .standard_error = 0.01}, {.value = utility}};
}

// Of rank-linkage (higher is safer) and emd (lower is better): mdav's second point beats rank-swapping's.
jobs::CompareResult mapped() {
  jobs::CompareResult outcome = testing::small_comparison();
  jobs::ComparisonPart& part = outcome.parts[0];
  part.map_risk = 0;
  part.map_utility = 1;
  part.map = {{"mdav", "k", {point(3, 0.2, 0.1), point(5, 0.5, 0.2)}, true},
              {"rank-swapping", "window", {point(2, 0.4, 0.3), {9, {}, {.value = 0.5}}}, true},
              {"ipso", "", {point(0, 0.9, 0.6)}, false}};
  return outcome;
}

TEST(Map, HasACurvePerMethodTheFrontierAndTheTarget) {
  const jobs::CompareResult outcome = mapped();
  const auto chart = std::get<LineChart>(map_figure(outcome, outcome.parts[0])->chart);
  ASSERT_EQ(chart.series.size(), 4U);
  EXPECT_EQ(chart.series[0].emphasis, Emphasis::backdrop);
  ASSERT_EQ(chart.series[0].points.size(), 3U);  // both of mdav and ipso
  EXPECT_EQ(chart.series[0].points[1].x, 0.5);
  EXPECT_EQ(chart.series[1].name, "mdav");
  EXPECT_EQ(chart.series[1].emphasis, Emphasis::winner);
  EXPECT_EQ(chart.series[2].points.size(), 1U);  // one has no risk
  EXPECT_FALSE(chart.series[3].connected);
  EXPECT_EQ(chart.series[1].points[0].hover, "mdav, k = 3: rank-linkage 0.2 ± 0.01, emd 0.1");
  EXPECT_EQ(chart.series[1].points[0].x_half_width, 0.01);
  ASSERT_EQ(chart.lines.size(), 1U);
  EXPECT_EQ(chart.lines[0].direction, Direction::vertical);
  EXPECT_EQ(chart.lines[0].at, 0.45);
}

TEST(Map, SaysTheSameInWords) {
  const jobs::CompareResult outcome = mapped();
  const Figure figure = *map_figure(outcome, outcome.parts[0]);
  EXPECT_NE(
      figure.alternative.find("mdav (recommended), from k = 3: rank-linkage 0.2 ± 0.01, emd 0.1 to k = 5"),
      std::string::npos)
      << figure.alternative;
  EXPECT_NE(figure.alternative.find("On the frontier: mdav and ipso."), std::string::npos);
  EXPECT_NE(figure.caption.find("the best corner is the lower right one"), std::string::npos);
}

TEST(Map, PutsTheTargetOfUtilityAcross) {
  jobs::CompareResult outcome = mapped();
  outcome.parts[0].comparison.target = compare::Target{1, 0.2, false};
  const auto chart = std::get<LineChart>(map_figure(outcome, outcome.parts[0])->chart);
  EXPECT_EQ(chart.lines[0].direction, Direction::horizontal);
}

TEST(Map, ShowsTheReleaseItself) {
  jobs::CompareResult outcome = mapped();
  outcome.parts[0].release.emplace();
  outcome.parts[0].release->scores = {{.value = 0.44}, {.value = 0.19}};
  const auto chart = std::get<LineChart>(map_figure(outcome, outcome.parts[0])->chart);
  EXPECT_EQ(chart.series.back().name, "the release");
  EXPECT_EQ(chart.series.back().points[0].y, 0.19);
}

TEST(Map, HasALogarithmicAxisWherePointsLieFarOut) {
  jobs::CompareResult outcome = mapped();
  EXPECT_FALSE(std::get<LineChart>(map_figure(outcome, outcome.parts[0])->chart).y.logarithmic);
  outcome.parts[0].map[2].points[0].utility.value = 60.0;
  EXPECT_TRUE(std::get<LineChart>(map_figure(outcome, outcome.parts[0])->chart).y.logarithmic);
  outcome.parts[0].map[0].points[0].utility.value = 0.0;
  EXPECT_FALSE(std::get<LineChart>(map_figure(outcome, outcome.parts[0])->chart).y.logarithmic);
}

TEST(Map, IsLeftOutWithoutAxesOrPoints) {
  jobs::CompareResult outcome = mapped();
  outcome.parts[0].map.clear();
  EXPECT_FALSE(map_figure(outcome, outcome.parts[0]));
  outcome = mapped();
  outcome.parts[0].map_risk.reset();
  EXPECT_FALSE(map_figure(outcome, outcome.parts[0]));
}

TEST(CalibrationCurves, HaveTargetToleranceAndWhatWasTaken) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Attempt& mdav = outcome.parts[0].comparison.attempts[0];
  mdav.calibration.curve = {{2, {.value = 0.3, .standard_error = 0.02}}, {5, {.value = 0.45}}, {9, {}}};
  mdav.calibration.notes = {"flat: every k from 4 to 6"};
  const auto figures = calibration_figures(outcome, outcome.parts[0]);
  ASSERT_EQ(figures.size(), 3U);
  const auto& chart = std::get<LineChart>(figures[0].chart);
  EXPECT_TRUE(chart.x.logarithmic);
  EXPECT_EQ(chart.x.label, "k (records)");
  ASSERT_EQ(chart.series[0].points.size(), 2U);
  EXPECT_EQ(chart.series[0].points[0].y_half_width, 0.02);
  EXPECT_EQ(chart.lines[0].at, 0.45);
  EXPECT_EQ(chart.lines[1].at, 5.0);
  EXPECT_DOUBLE_EQ(chart.bands[0].lower, 0.4455);
  EXPECT_DOUBLE_EQ(chart.bands[0].upper, 0.4545);
  EXPECT_EQ(figures[0].caption, "k = 5 gives 0.45. Note: flat: every k from 4 to 6.");
}

TEST(CalibrationCurves, ShowWhoDidNotReachTheTarget) {
  jobs::CompareResult outcome = testing::small_comparison();
  compare::Attempt& mdav = outcome.parts[0].comparison.attempts[0];
  mdav.reached = false;
  mdav.reason = "attains 0.1 to 0.2";
  const Figure figure = calibration_figures(outcome, outcome.parts[0])[0];
  EXPECT_EQ(figure.title, "mdav (not reached)");
  EXPECT_EQ(figure.caption, "Not reached: attains 0.1 to 0.2.");
  EXPECT_EQ(std::get<LineChart>(figure.chart).lines.size(), 1U);
}

TEST(CalibrationCurves, AreLeftOutWithoutTargetDialOrValues) {
  jobs::CompareResult outcome = testing::small_comparison();
  outcome.parts[0].comparison.attempts[0].calibration.curve = {{2, {}}};
  outcome.contenders[1].dial.reset();
  EXPECT_EQ(calibration_figures(outcome, outcome.parts[0]).size(), 1U);
  outcome.parts[0].comparison.target.reset();
  EXPECT_TRUE(calibration_figures(outcome, outcome.parts[0]).empty());
}

}  // namespace
}  // namespace sfumato::report
