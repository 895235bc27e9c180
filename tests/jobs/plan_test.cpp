// The job `plan` without files: data sets are read once, targets are compared on each subject, and what is
// said of them names it.
#include "jobs/plan.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "support/tables.hpp"

namespace sfumato::jobs {
namespace {

const std::string plan_of_sets = R"(
seed = 3
replicates = 2
measures = ["sse"]
[[data]]
path = "first"
columns = { two = ["income", "tax"], one = ["income"] }
[[data]]
path = "second"
columns = ["income", "tax"]
[[methods]]
method = "mdav"
k = [3, 5]
[[targets]]
at-most = { distance-linkage = 30 }
rank-by = ["sse"]
[[targets]]
measure = "distance-linkage"
value = 20
tolerance = "50%"
rank-by = ["sse"]
)";

struct Readings {
  std::vector<std::string> paths;
};

PlanRequest plan_request_for(const std::string& text, Readings& readings) {
  PlanRequest request;
  request.plan = io::parse_toml(text, "p.toml");
  request.source = "p.toml";
  request.read = [&](const compare::PlanData& data, const Run&) {
    readings.paths.push_back(data.path);
    const std::size_t rows = data.path == "first" ? 60 : 40;
    return io::TableFile{.table = testing::incomes(rows), .sidecar = {}, .missing_token = {}};
  };
  return request;
}

Run plan_run(std::uint64_t seed = 1) { return Run({.seed = seed, .threads = 2}); }

TEST(PlanJob, ReadsADataSetOnceForAllSetsOfColumns) {
  Readings readings;
  const PlanOutcome outcome = run_plan(plan_request_for(plan_of_sets, readings), plan_run());
  EXPECT_EQ(readings.paths, (std::vector<std::string>{"first", "second"}));
  ASSERT_EQ(outcome.subjects.size(), 3U);
  EXPECT_EQ(outcome.subjects[1].original.rows(), 60U);
  EXPECT_EQ(outcome.subjects[1].columns.columns.size(), 1U);
  EXPECT_EQ(outcome.subjects[2].original.rows(), 40U);
  EXPECT_EQ(outcome.result.cells.size(), 6U);
}

TEST(PlanJob, RanksAtEachTargetOnEachSubject) {
  Readings readings;
  const PlanOutcome outcome = run_plan(plan_request_for(plan_of_sets, readings), plan_run());
  ASSERT_EQ(outcome.targets.size(), 6U);
  const std::vector<compare::TargetRanking> rankings = outcome.rankings();
  ASSERT_EQ(rankings.size(), 6U);
  for (std::size_t i = 0; i < rankings.size(); ++i) {
    EXPECT_EQ(rankings[i].subject, i / 2);
    EXPECT_EQ(rankings[i].target, &outcome.plan->targets[i % 2]);
    EXPECT_EQ(rankings[i].comparison->limits.empty(), i % 2 == 1);
    EXPECT_EQ(outcome.targets[i].columns.size(), i / 2 == 1 ? 1U : 2U);
  }
}

TEST(PlanJob, TakesLimitsAsTheJobCompareDoes) {
  Readings readings;
  const PlanOutcome outcome = run_plan(plan_request_for(plan_of_sets, readings), plan_run());
  CompareRequest compare;
  compare.at_most = {"distance-linkage=30"};
  compare.rank_by = {"sse"};
  compare.methods = {"mdav"};
  compare.columns = {"income", "tax"};
  compare.replicates = 2;
  compare.original.file.table = testing::incomes(60);
  const CompareResult alone = compare_methods(compare, {}, plan_run(3));
  const compare::Attempt& planned = outcome.targets[0].parts[0].comparison.attempts[0];
  const compare::Attempt& expected = alone.parts[0].comparison.attempts[0];
  EXPECT_TRUE(expected.reached);
  EXPECT_EQ(planned.params, expected.params);
  EXPECT_EQ(planned.measures[0].value, expected.measures[0].value);
  EXPECT_EQ(planned.limited[0].value, expected.limited[0].value);
}

TEST(PlanJob, NamesTheSubjectThatDoesNotFit) {
  Readings readings;
  std::string text = plan_of_sets;
  text.replace(text.find("columns = [\"income\", \"tax\"]"), 27, "columns = [\"incme\", \"tax\"]");
  try {
    run_plan(plan_request_for(text, readings), plan_run());
    FAIL() << "a column that is not there";
  } catch (const Error& error) {
    EXPECT_TRUE(error.message.starts_with("second; incme, tax: ")) << error.message;
  }
}

}  // namespace
}  // namespace sfumato::jobs
