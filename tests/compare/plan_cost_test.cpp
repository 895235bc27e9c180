// What a plan will cost: known draws are counted, unknown ones timed, and never for long.
#include "compare/plan_cost.hpp"

#include <gtest/gtest.h>

#include "compare/finding_store.hpp"
#include "compare/plan_run.hpp"
#include "io/toml.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::compare {
namespace {

Plan cost_plan(const std::string& text) { return parse_plan(io::parse_toml(text, "p.toml"), "p.toml"); }

Subject cost_subject(std::size_t rows = 150) {
  const Table table = testing::incomes(rows);
  return {table, {testing::all_columns(table), false}};
}

Run seeded_run(int threads, std::stop_token stop = {}) {
  return Run({.seed = 5, .threads = threads, .stop = std::move(stop)});
}

TEST(PlanCost, TimesWhatIsUnknownAndCountsWhatIsKnown) {
  const Plan plan = cost_plan(R"(
measures = ["sse", "distance-linkage"]
replicates = 3
[data]
path = "x.csv"
[[methods]]
method = "mdav"
[[methods]]
method = "additive-noise"
amount = [0.1, 0.2, 0.5, 1]
[[methods]]
method = "rank-swapping"
replicates = 2
)");
  const testing::TemporaryFolder folder;
  StoredFindings store(folder.path(), Fingerprint(), StoredFindings::Use::append);
  const auto run = seeded_run(2);
  const Trials trials(cost_subject(), plan_requests(plan), plan.replicates, run, &store);
  const auto timed = [](std::stop_token stop) { return seeded_run(1, std::move(stop)); };
  std::vector<MethodCost> costs = plan_costs(plan, std::span(&trials, 1), timed, 3600.0);
  ASSERT_EQ(costs.size(), 3U);
  EXPECT_EQ(store.size(), 0U) << "what is timed is not kept";
  EXPECT_EQ(costs[1].draws, 12U);
  EXPECT_EQ(costs[1].kept, 0U);
  EXPECT_GT(*costs[1].seconds, 0.0);
  EXPECT_FALSE(costs[1].from_findings || costs[1].stopped);
  EXPECT_EQ(costs[1].seconds_left(), 12.0 * *costs[1].seconds);
  for (std::size_t draw = 0; draw < 3; ++draw) trials.draw(plan.methods[1].candidate(0), draw, {0, 1});
  for (std::size_t draw = 0; draw < 2; ++draw) trials.draw(plan.methods[2].candidate(0), draw, {0, 1});
  costs = plan_costs(plan, std::span(&trials, 1), timed, 3600.0);
  EXPECT_EQ(costs[1].kept, 3U);
  EXPECT_TRUE(costs[1].from_findings);
  EXPECT_EQ(costs[2].kept, 2U);
  EXPECT_EQ(costs[2].seconds, std::nullopt);
  EXPECT_EQ(costs[2].seconds_left(), 0.0);
}

TEST(PlanCost, StopsAtItsBudget) {
  const Plan plan = cost_plan("measures = [\"emd\"]\n[data]\npath = \"x\"\n[[methods]]\nmethod = \"mdav\"\n");
  const auto run = seeded_run(1);
  const Trials trials(cost_subject(20000), plan_requests(plan), 1, run);
  const std::vector<MethodCost> costs = plan_costs(
      plan, std::span(&trials, 1), [](std::stop_token stop) { return seeded_run(1, std::move(stop)); }, 0.02);
  EXPECT_TRUE(costs[0].stopped);
  EXPECT_GT(*costs[0].seconds, 0.0);
}

}  // namespace
}  // namespace sfumato::compare
