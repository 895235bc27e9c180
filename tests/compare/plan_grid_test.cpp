// Grids of parameters: their values, their order, and the labels of cells.
#include "compare/plan_grid.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/toml.hpp"

namespace sfumato::compare {
namespace {

PlanMethod method_of(const std::string& text) {
  const Value document = io::parse_toml(text, "p.toml");
  return parse_plan_method(PlanSection(document, "p.toml, [[methods]] 1"), "plans/p.toml");
}

std::vector<std::string> labels(const std::string& text) {
  const PlanMethod method = method_of(text);
  std::vector<std::string> result;
  for (std::size_t cell = 0; cell < method.cells(); ++cell) result.push_back(method.label_of(cell));
  return result;
}

// The values of the only axis.
std::vector<double> axis(const std::string& text) {
  const PlanMethod method = method_of(text);
  std::vector<double> result;
  for (const Value& value : method.axes.at(0).values) result.push_back(value.as_number());
  return result;
}

TEST(PlanGrid, VariesTheFirstListSlowest) {
  EXPECT_EQ(labels("method = \"mdav\"\nk = [3, 5]\ntogether = [1, 2, 0]"),
            (std::vector<std::string>{"mdav k=3 together=1", "mdav k=3 together=2", "mdav k=3 together=0",
                                      "mdav k=5 together=1", "mdav k=5 together=2", "mdav k=5 together=0"}));
  EXPECT_EQ(labels("method = \"correlated-noise\"\nkeep-moments = [true, false]\namount = 0.5"),
            (std::vector<std::string>{"correlated-noise keep-moments=true amount=0.5",
                                      "correlated-noise keep-moments=false amount=0.5"}));
}

TEST(PlanGrid, PutsParametersIntoLabelsAndCandidates) {
  EXPECT_EQ(labels("method = \"mdav\"\nk = [3, 5]\nlabel = \"{k} in {seeds}, {k}\""),
            (std::vector<std::string>{"3 in farthest, 3", "5 in farthest, 5"}));
  const PlanMethod method = method_of("method = \"mdav\"\nk = [3, 5]\nfill = true\ncolumns = [\"a\"]");
  EXPECT_EQ(method.candidate(1).key(),
            "mdav k=5 together=0 seeds=farthest hierarchy= centre=mean fill=yes on 'a'");
  EXPECT_EQ(method.named_params(1), (ParamValues{{"k", 5}, {"fill", true}}));
}

TEST(PlanGrid, CutsRangesByCount) {
  const std::string noise = "method = \"correlated-noise\"\namount = ";
  EXPECT_EQ(axis(noise + "{ from = 0.01, to = 10, count = 4, scale = \"log\" }"),
            (std::vector<double>{0.01, 0.1, 1, 10}));
  // 10^(1/3) and 10^(2/3).
  EXPECT_EQ(axis(noise + "{ from = 1, to = 10, count = 4, scale = \"log\" }"),
            (std::vector<double>{1, 2.15443, 4.64159, 10}));
  EXPECT_EQ(axis(noise + "{ from = 0.1, to = 0.7, count = 7 }"),
            (std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}));
}

TEST(PlanGrid, CutsRangesByStep) {
  const std::string noise = "method = \"correlated-noise\"\namount = ";
  EXPECT_EQ(axis(noise + "{ from = 0.1, to = 0.7, step = 0.2 }"), (std::vector<double>{0.1, 0.3, 0.5, 0.7}));
  EXPECT_EQ(axis(noise + "{ from = 1, to = 2, step = 0.4 }"), (std::vector<double>{1, 1.4, 1.8}));
  EXPECT_EQ(axis("method = \"top-coding\"\nat = { from = -0.3, to = 0.3, step = 0.1 }"),
            (std::vector<double>{-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3}));
}

TEST(PlanGrid, KeepsWholeParametersWhole) {
  const PlanMethod method =
      method_of("method = \"mdav\"\nk = { from = 2, to = 20, count = 9, scale = \"log\" }");
  // 2·10^(i/8): 2, 2.67, 3.56, 4.74, 6.32, 8.43, 11.2, 15.0, 20.
  EXPECT_EQ(method.axes[0].values, (std::vector<Value>{2, 3, 4, 5, 6, 8, 11, 15, 20}));
  // 2, 2.25, 2.5, …: equal ones once.
  EXPECT_EQ(axis("method = \"mdav\"\nk = { from = 2, to = 4, count = 9 }"), (std::vector<double>{2, 3, 4}));
}

TEST(PlanGrid, TakesAListOfColumnsForOneValue) {
  const PlanMethod one = method_of("method = \"ipso\"\ncovariates = [\"a\", \"b\"]");
  EXPECT_EQ(one.cells(), 1U);
  EXPECT_EQ(one.params[0].second, Value::array_of({"a", "b"}));
  EXPECT_EQ(labels("method = \"ipso\"\ncovariates = [[\"a\", \"b\"], [\"c\"]]"),
            (std::vector<std::string>{"ipso covariates=a, b", "ipso covariates=c"}));
  EXPECT_EQ(method_of("method = \"ipso\"\ncovariates = []").cells(), 1U);
}

TEST(PlanGrid, NotesTheFilesThatParametersName) {
  const PlanMethod method = method_of("method = \"multiple-imputation\"\nframe = [\"a.csv\", \"b.csv\"]");
  EXPECT_EQ(method.tables, (std::vector<std::pair<std::string, std::string>>{{"a.csv", "plans/a.csv"},
                                                                             {"b.csv", "plans/b.csv"}}));
  EXPECT_TRUE(method_of("method = \"multiple-imputation\"").tables.empty());
}

TEST(PlanGrid, FindsHierarchiesBesideThePlan) {
  const PlanMethod method = method_of(
      "method = \"recoding\"\nhierarchy = { age = \"age.csv\", town = \"/h/town.toml\" }\n"
      "recode = { job = \"job.csv\" }\nlevel = [{ age = 1 }, { age = 2, town = 1 }]");
  ASSERT_EQ(method.cells(), 2U);
  EXPECT_EQ(method.label_of(1),
            "recoding hierarchy=age age.csv, town /h/town.toml recode=job job.csv "
            "level=age 2, town 1");
  Value hierarchies = Value::object(), maps = Value::object();
  hierarchies.set("age", "plans/age.csv").set("town", "/h/town.toml");
  maps.set("job", "plans/job.csv");
  for (const auto& [name, value] : method.located) {
    if (name == "hierarchy") {
      EXPECT_EQ(value, hierarchies);
    }
    if (name == "recode") {
      EXPECT_EQ(value, maps);
    }
  }
  EXPECT_THROW(method_of("method = \"recoding\"\nhierarchy = [{ a = \"x.csv\" }, { a = \"y.csv\" }]"), Error);
}

}  // namespace
}  // namespace sfumato::compare
