// Figures of plans: which cells make a curve, and what it is called.
#include "report/plan_figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/toml.hpp"

namespace sfumato::report {
namespace {

using compare::Plan;

Plan plan_of(const std::string& methods, const std::string& figure) {
  const std::string text = "measures = [\"sse\", \"emd\"]\n[data]\npath = \"x.csv\"\n" + methods +
                           "[[scores]]\nname = \"both\"\nexpression = \"sse + emd\"\n[[figures]]\n" + figure;
  return compare::parse_plan(io::parse_toml(text, "p.toml"), "p.toml");
}

// Cell i, counted over all methods, has sse = i, emd = 10·i and a score of 11·i.
compare::PlanResult result_of(const Plan& plan) {
  compare::PlanResult result;
  for (const compare::PlanMethod& method : plan.methods) {
    for (std::size_t cell = 0; cell < method.cells(); ++cell) {
      const auto number = static_cast<double>(result.cells.size());
      result.cells.push_back(
          {&method,
           cell,
           method.label_of(cell),
           {{.value = number, .standard_error = 0.5, .draws = 2}, {.value = 10.0 * number, .draws = 2}},
           {11.0 * number},
           2,
           0.0});
    }
  }
  return result;
}

const std::string groups =
    "[[methods]]\nmethod = \"mdav\"\nlabel = \"Mic{k}\"\nk = [10, 20]\n"
    "[[methods]]\nmethod = \"mdav\"\nlabel = \"Mic0{k}\"\nk = 3\n";
const std::string noise =
    "[[methods]]\nmethod = \"additive-noise\"\nkeep-moments = [false, true]\namount = [0.1, 1]\n";

std::vector<std::pair<double, double>> places(const ChartSeries& series) {
  std::vector<std::pair<double, double>> result;
  for (const ChartPoint& point : series.points) result.emplace_back(point.x, point.y);
  return result;
}

using Places = std::vector<std::pair<double, double>>;

TEST(PlanFigures, JoinEntriesThatDifferInTheParameterAlone) {
  const Plan plan = plan_of(groups, "x = \"k\"\ny = \"sse\"\nx-scale = \"log\"\n");
  const std::vector<Figure> figures = plan_figures(plan, result_of(plan));
  ASSERT_EQ(figures.size(), 1U);
  const auto& chart = std::get<LineChart>(figures[0].chart);
  EXPECT_EQ(chart.x.label, "k (records)");
  EXPECT_TRUE(chart.x.logarithmic);
  EXPECT_FALSE(chart.y.logarithmic);
  ASSERT_EQ(chart.series.size(), 1U);
  EXPECT_EQ(chart.series[0].name, "mdav");
  EXPECT_EQ(places(chart.series[0]), (Places{{3, 2}, {10, 0}, {20, 1}}));
  EXPECT_EQ(chart.series[0].points[0].hover, "Mic03: sse 2");
  EXPECT_EQ(figures[0].alternative, "sse by k (records). mdav: 2 at 3, 1 at 20.");
}

TEST(PlanFigures, HaveACurveForEachSettingOfTheOtherParameters) {
  const Plan plan = plan_of(noise + groups, "x = [\"amount\", \"k\"]\ny = \"emd\"\n");
  const auto chart = std::get<LineChart>(plan_figures(plan, result_of(plan))[0].chart);
  ASSERT_EQ(chart.series.size(), 3U);
  EXPECT_EQ(chart.x.label, "amount and k");
  EXPECT_EQ(chart.series[0].name, "additive-noise keep-moments=false");
  EXPECT_EQ(places(chart.series[0]), (Places{{0.1, 0}, {1, 10}}));
  EXPECT_EQ(chart.series[1].name, "additive-noise keep-moments=true");
  EXPECT_EQ(places(chart.series[1]), (Places{{0.1, 20}, {1, 30}}));
  EXPECT_EQ(places(chart.series[2]), (Places{{3, 60}, {10, 40}, {20, 50}}));
}

TEST(PlanFigures, AreNamedByMeasuresWhereTheseDiffer) {
  const std::string several = "x = \"k\"\ny = [\"sse\", \"both\"]\n";
  const Plan one = plan_of(groups, several);
  const auto chart = std::get<LineChart>(plan_figures(one, result_of(one))[0].chart);
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[0].name, "sse");
  EXPECT_EQ(chart.series[1].name, "both");
  EXPECT_EQ(places(chart.series[1]), (Places{{3, 22}, {10, 0}, {20, 11}}));
  const Plan two = plan_of(groups + "[[methods]]\nmethod = \"variable-mdav\"\nk = [3, 4]\n", several);
  EXPECT_EQ(std::get<LineChart>(plan_figures(two, result_of(two))[0].chart).series[3].name,
            "variable-mdav, both");
}

TEST(PlanFigures, ShowStandardErrorsOfMethodsThatDraw) {
  const Plan plan = plan_of(noise, "x = \"amount\"\ny = [\"sse\", \"both\"]\n");
  const auto chart = std::get<LineChart>(plan_figures(plan, result_of(plan))[0].chart);
  EXPECT_EQ(chart.series[0].points[0].y_half_width, 0.5);
  EXPECT_TRUE(std::isnan(chart.series[1].points[0].y_half_width));
}

TEST(PlanFigures, LeaveOutMethodsWithoutTheParameter) {
  const Plan plan = plan_of(groups + "[[methods]]\nmethod = \"ipso\"\n", "x = \"k\"\ny = \"sse\"\n");
  EXPECT_EQ(std::get<LineChart>(plan_figures(plan, result_of(plan))[0].chart).series.size(), 1U);
}

}  // namespace
}  // namespace sfumato::report
