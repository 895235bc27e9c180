// Reports of plans: the document, the table that people see, and what a plan costs.
#include "report/plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "io/json.hpp"
#include "io/toml.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "support/tables.hpp"

namespace sfumato::report {
namespace {

using compare::CellResult;
using compare::MethodCost;
using compare::Plan;

Plan whole_plan(std::size_t largest) {
  const std::string text =
      "seed = 3\nmeasures = [\"rank-linkage\"]\n[data]\npath = \"x.csv\"\n[[methods]]\nmethod = "
      "\"mdav\"\nk = { from = 2, to = " +
      std::to_string(largest) + ", step = 1 }\n";
  return compare::parse_plan(io::parse_toml(text, "p.toml"), "p.toml");
}

compare::Subject subject() {
  const Table table = testing::incomes(10);
  return {table, {{0, 1}, true}};
}

compare::PlanResult whole_result(const Plan& plan, const compare::Estimate& estimate) {
  compare::PlanResult result;
  for (std::size_t cell = 0; cell < plan.cells(); ++cell) {
    const compare::PlanMethod& method = plan.methods[0];
    result.cells.push_back({&method, cell, method.label_of(cell), {estimate}, {}, 1, 0.0});
  }
  result.draws = plan.cells();
  return result;
}

std::string text_of(const Report& report) { return text_document(report, {}); }

TEST(PlanReport, ShowsTheFirstFortyCells) {
  const Plan plan = whole_plan(46);
  const Report report =
      plan_results(plan, {subject()}, whole_result(plan, {.value = 0.5}), {}, {"d/a", "d/b"});
  const std::string text = text_of(report);
  EXPECT_NE(text.find("mdav k=41 "), std::string::npos) << text;
  EXPECT_EQ(text.find("mdav k=42 "), std::string::npos) << text;
  EXPECT_NE(text.find("The other 5 cells stand in the files."), std::string::npos);
  EXPECT_NE(text.find("d/a and d/b"), std::string::npos);
  EXPECT_EQ(report.document.at("cells").as_array().size(), 45U);
}

TEST(PlanReport, HasNotesForValuesThatJsonCannotHold) {
  const Plan plan = whole_plan(3);
  const double infinite = std::numeric_limits<double>::infinity();
  const Report report = plan_results(plan, {subject()}, whole_result(plan, {.value = -infinite}), {}, {"a"});
  const Value document = io::parse_json(json_document(report), "report");
  const Value& measure = document.at("cells").as_array()[0].at("measures").at("rank-linkage");
  EXPECT_TRUE(measure.at("value").is_null());
  EXPECT_EQ(measure.at("note").as_text(), "value is -inf");
  EXPECT_NE(text_of(report).find("rank-linkage: is -inf"), std::string::npos);
}

TEST(PlanReport, HasTenNotesAtMost) {
  const Plan plan = whole_plan(30);
  const Report report = plan_results(
      plan, {subject()}, whole_result(plan, {.value = std::nullopt, .note = "no way"}), {}, {"a"});
  const std::string text = text_of(report);
  std::size_t count = 0;
  for (std::size_t at = text.find("no way"); at != std::string::npos; at = text.find("no way", at + 1))
    ++count;
  EXPECT_EQ(count, 10U) << text;
  EXPECT_NE(text.find("further notes stand in the files"), std::string::npos);
}

TEST(PlanReport, AddsUpWhatIsLeftToDo) {
  const Plan plan = whole_plan(11);
  MethodCost cost;
  cost.method = &plan.methods[0];
  cost.draws = 10;
  cost.kept = 4;
  cost.seconds = 30.0;
  cost.from_findings = true;
  const Report report = plan_costs(plan, {subject()}, {cost}, 2);
  EXPECT_EQ(report.document.at("seconds").as_number(), 90.0);  // 6 draws of 30 s on 2 threads
  EXPECT_NE(text_of(report).find("about 90 s with 2 threads"), std::string::npos) << text_of(report);
  cost.stopped = true;
  EXPECT_NE(text_of(plan_costs(plan, {subject()}, {cost}, 1)).find("more than 3 min with 1 thread"),
            std::string::npos);
  cost.kept = 10;
  EXPECT_NE(text_of(plan_costs(plan, {subject()}, {cost}, 1)).find("none: everything is known"),
            std::string::npos);
}

}  // namespace
}  // namespace sfumato::report
