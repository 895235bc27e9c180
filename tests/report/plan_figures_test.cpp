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

// Braces of a name, as in the path of a data file, are left alone.
TEST(PlanFigures, LabelsNameTheMeasure) {
  const std::string text =
      "measures = [\"sse\", \"emd\"]\n[data]\nname = \"{here}\"\npath = \"x.csv\"\n" + groups +
      "[[scores]]\nname = \"both\"\nexpression = \"sse + emd\"\n[[figures]]\nx = \"k\"\ny = [\"sse\", "
      "\"both\"]\nlabel = \"{measure} on {data}\"\n[[figures]]\nx = \"k\"\ny = [\"sse\", "
      "\"both\"]\nlabel = \"{method}\"\n";
  const Plan plan = compare::parse_plan(io::parse_toml(text, "p.toml"), "p.toml");
  const std::vector<Figure> figures = plan_figures(plan, result_of(plan));
  const auto names = [&](std::size_t figure) {
    std::vector<std::string> list;
    for (const ChartSeries& series : std::get<LineChart>(figures[figure].chart).series) {
      list.push_back(series.name);
    }
    return list;
  };
  EXPECT_EQ(names(0), (std::vector<std::string>{"sse on {here}", "both on {here}"}));
  EXPECT_EQ(names(1), (std::vector<std::string>{"mdav, sse", "mdav, both"}));
}

// Values on other data do not compare: each subject has a map.
TEST(PlanFigures, IncludeAMapForEachSubject) {
  const std::string text =
      "measures = [\"distance-linkage\", \"sse\"]\n[data]\npath = \"x.csv\"\ncolumns = [[\"a\"], [\"b\"]]\n" +
      groups;
  const Plan plan = compare::parse_plan(io::parse_toml(text, "p.toml"), "p.toml");
  EXPECT_EQ(picture_names(plan), (std::vector<std::string>{"map-1", "map-2"}));
  compare::PlanResult result;
  for (const compare::PlanCell& cell : plan.all_cells()) {
    const double number = 1.0 + static_cast<double>(result.cells.size());
    result.cells.push_back({cell.method,
                            cell.cell,
                            plan.label_of(cell),
                            {{.value = number}, {.value = number}},
                            {},
                            1,
                            0.0,
                            cell.subject});
  }
  for (std::size_t i = 3; i < 6; ++i) result.cells[i].measures[0].value.reset();
  const std::vector<PlanPicture> pictures = plan_pictures(plan, result);
  ASSERT_EQ(pictures.size(), 1U) << "no cell of the second subject has both values";
  EXPECT_EQ(pictures[0].name, "map-1");
  EXPECT_EQ(pictures[0].figure.title, "sse against distance-linkage (a)");
  const auto& series = std::get<LineChart>(pictures[0].figure.chart).series;
  EXPECT_EQ(series.size(), 3U);  // the frontier and two entries of the plan
}

TEST(PlanFigures, LeaveOutMethodsWithoutTheParameter) {
  const Plan plan = plan_of(groups + "[[methods]]\nmethod = \"ipso\"\n", "x = \"k\"\ny = \"sse\"\n");
  EXPECT_EQ(std::get<LineChart>(plan_figures(plan, result_of(plan))[0].chart).series.size(), 1U);
}

}  // namespace
}  // namespace sfumato::report
