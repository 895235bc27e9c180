// Curves of figures: what `series` and `label` make of a grid, and what is refused before anything is run.
#include "compare/plan_curves.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/toml.hpp"

namespace sfumato::compare {
namespace {

Plan curves_plan(const std::string& figure) {
  const std::string text =
      "measures = [\"sse\", \"um\"]\n[data]\npath = \"x.csv\"\ncolumns = { two = [\"a\", \"b\"], three = "
      "[\"a\", "
      "\"b\", \"c\"] }\n[[methods]]\nmethod = \"mdav\"\nk = [5, 3]\n[[methods]]\nmethod = "
      "\"variable-mdav\"\nk = [3, 5]\n[[methods]]\nmethod = \"additive-noise\"\nkeep-moments = [false, "
      "true]\namount = [1, 2]\n[[figures]]\n" +
      figure;
  return parse_plan(io::parse_toml(text, "p.toml"), "p.toml");
}

std::vector<std::string> curve_names_of(const std::string& figure) {
  const Plan plan = curves_plan(figure);
  std::vector<std::string> names;
  for (const PlanCurve& curve : plan_curves(plan, plan.figures.front())) names.push_back(curve.name);
  return names;
}

std::string curve_refusal(const std::string& figure) {
  try {
    curves_plan(figure);
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty()) << error.message;
    return error.message;
  }
  return "taken";
}

using Texts = std::vector<std::string>;

TEST(PlanCurves, DifferInTheXAxisAloneWithoutSeries) {
  EXPECT_EQ(curve_names_of("x = \"k\"\ny = \"sse\"\n"),
            (Texts{"mdav (two)", "variable-mdav (two)", "mdav (three)", "variable-mdav (three)"}));
  const Plan plan = curves_plan("x = \"k\"\ny = \"sse\"\n");
  const std::vector<PlanCurve> curves = plan_curves(plan, plan.figures.front());
  // Cells 0 and 1 are groups of 5 and 3; the second subject has 8 cells more.
  EXPECT_EQ(curves[0].cells, (std::vector<std::pair<double, std::size_t>>{{3, 1}, {5, 0}}));
  EXPECT_EQ(curves[3].cells, (std::vector<std::pair<double, std::size_t>>{{3, 10}, {5, 11}}));
}

TEST(PlanCurves, AreMadeByTheSeries) {
  EXPECT_EQ(curve_names_of("x = \"k\"\ny = \"sse\"\nseries = [\"columns\", \"method\"]\n"),
            (Texts{"two, mdav", "two, variable-mdav", "three, mdav", "three, variable-mdav"}));
  EXPECT_EQ(curve_names_of("x = \"amount\"\ny = \"sse\"\nseries = [\"keep-moments\", \"columns\"]\n"),
            (Texts{"keep-moments=false, two", "keep-moments=true, two", "keep-moments=false, three",
                   "keep-moments=true, three"}));
}

TEST(PlanCurves, HaveLabels) {
  EXPECT_EQ(curve_names_of("x = \"k\"\ny = \"sse\"\nlabel = \"{method} on {columns} columns\"\n"),
            (Texts{"mdav on two columns", "variable-mdav on two columns", "mdav on three columns",
                   "variable-mdav on three columns"}));
  EXPECT_EQ(curve_names_of("x = \"amount\"\ny = [\"sse\", \"um\"]\nseries = [\"keep-moments\", \"columns\"]\n"
                           "label = \"{measure}, {keep-moments}, {columns}\"\n")
                .front(),
            "{measure}, false, two");
}

TEST(PlanCurves, RefuseSeveralCellsAtOnePlace) {
  const std::string where = "p.toml, [[figures]] 1: ";
  EXPECT_EQ(
      curve_refusal("x = \"k\"\ny = \"sse\"\nseries = [\"columns\"]\n"),
      where + "series puts 'mdav k=3 (two)' and 'variable-mdav k=3 (two)' at the same place of one curve");
  EXPECT_EQ(curve_refusal("x = \"k\"\ny = \"sse\"\nlabel = \"{method}\"\n"),
            where + "label gives two curves the name 'mdav'");
  EXPECT_EQ(curve_refusal("x = \"k\"\ny = \"sse\"\nseries = [\"k\"]\n"),
            where + "series = \"k\" is not a name that can be drawn");
  EXPECT_EQ(curve_refusal("x = \"k\"\ny = \"sse\"\nseries = [\"method\", \"columns\"]\nlabel = \"{data}\"\n"),
            where + "label has {data}, which is not what makes the curves");
  EXPECT_EQ(curve_refusal("x = \"k\"\ny = \"sse\"\nlabel = \"{method\"\n"),
            where + "label has a brace without its partner");
  EXPECT_NE(curve_refusal("x = \"k\"\ny = \"sse\"\nseries = []\n"), "taken");
}

}  // namespace
}  // namespace sfumato::compare
