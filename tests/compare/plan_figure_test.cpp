// Figures of plans: what can be drawn, and that everything else is refused before any work is done.
#include "compare/plan_figure.hpp"

#include <gtest/gtest.h>

#include "compare/plan.hpp"
#include "core/error.hpp"
#include "io/toml.hpp"

namespace sfumato::compare {
namespace {

const std::string plan_text = R"(
measures = ["sse", "distance-linkage"]
[data]
path = "x.csv"
[[methods]]
method = "mdav"
k = [3, 5]
seeds = "farthest"
[[methods]]
method = "additive-noise"
amount = 0.1
[[scores]]
name = "trade-off"
expression = "sse + distance-linkage"
[[figures]]
)";

Plan parsed(const std::string& figure) {
  return parse_plan(io::parse_toml(plan_text + figure, "p.toml"), "p.toml");
}

std::string refusal(const std::string& figure) {
  try {
    parsed(figure);
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty()) << error.message;
    return error.message;
  }
  return "taken";
}

TEST(PlanFigure, DrawsMeasuresAndScoresOverParameters) {
  const Plan plan = parsed(
      "title = \"Loss\"\nx = [\"k\", \"amount\"]\ny = [\"sse\", \"trade-off\"]\nx-scale = \"log\"\n"
      "[[figures]]\nx = \"k\"\ny = \"distance-linkage\"\ny-scale = \"log\"\n");
  ASSERT_EQ(plan.figures.size(), 2U);
  EXPECT_EQ(plan.figures[0].title, "Loss");
  EXPECT_EQ(plan.figures[0].x, (std::vector<std::string>{"k", "amount"}));
  EXPECT_EQ(plan.figures[0].y, (std::vector<std::string>{"sse", "trade-off"}));
  EXPECT_TRUE(plan.figures[0].x_logarithmic);
  EXPECT_FALSE(plan.figures[0].y_logarithmic);
  EXPECT_EQ(plan.figures[1].title, "distance-linkage by k");
  EXPECT_FALSE(plan.figures[1].x_logarithmic);
  EXPECT_TRUE(plan.figures[1].y_logarithmic);
}

TEST(PlanFigure, RefusesWhatThePlanDoesNotHave) {
  EXPECT_EQ(refusal("x = \"spread\"\ny = \"sse\"\n"),
            "p.toml, [[figures]] 1: x = \"spread\" is not a name that can be drawn");
  EXPECT_EQ(refusal("x = \"seeds\"\ny = \"sse\"\n"),
            "p.toml, [[figures]] 1: x = \"seeds\" is not a name that can be drawn");
  EXPECT_EQ(refusal("x = \"k\"\ny = [\"sse\", \"emd\"]\n"),
            "p.toml, [[figures]] 1: y = \"emd\" is not a name that can be drawn");
  EXPECT_EQ(refusal("y = \"sse\"\n"), "p.toml, [[figures]] 1 has no x");
  EXPECT_EQ(refusal("x = \"k\"\n"), "p.toml, [[figures]] 1 has no y");
  EXPECT_NE(refusal("x = \"k\"\ny = \"sse\"\nz = 1\n"), "taken");
  EXPECT_NE(refusal("x = \"k\"\ny = 3\n"), "taken");
  EXPECT_NE(refusal("x = \"k\"\ny = \"sse\"\ny-scale = \"cubic\"\n"), "taken");
}

}  // namespace
}  // namespace sfumato::compare
