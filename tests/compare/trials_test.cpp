#include "compare/trials.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato::testing {
namespace {

using compare::Candidate;
using compare::Estimate;
using compare::Finding;
using compare::Trials;

compare::Subject subject_of(const Table& table) { return {table, {all_columns(table), true}}; }

Candidate candidate(const std::string& name, const ParamValues& given = {}) {
  const Method& method = masking::method(name);
  return {&method, resolve_params(method.params, given, name)};
}

TEST(Trials, OfAMethodThatDrawsNothingIsOneDraw) {
  const Table table = incomes(120);
  const Trials trials(subject_of(table), compare::measure_requests({"sse"}, {}), 5,
                      sfumato::Run({.seed = 1}));
  const Estimate found = trials.estimate(candidate("mdav", {{"k", 4}}), {0}).front();
  EXPECT_EQ(found.draws, 1U);
  EXPECT_EQ(found.standard_error, 0.0);
  EXPECT_DOUBLE_EQ(*found.value, *measure(table, mask(table, "mdav", {{"k", 4}}).tables[0], "sse").value);
}

TEST(Trials, GiveTheMeanOverDrawsAndItsStandardError) {
  const Table table = incomes(120);
  const Trials trials(subject_of(table), compare::measure_requests({"sse"}, {}), 4,
                      sfumato::Run({.seed = 1}));
  const Candidate noise = candidate("additive-noise", {{"amount", 0.5}});
  double sum = 0.0, squares = 0.0;
  for (std::size_t draw = 0; draw < 4; ++draw) {
    const double value = *trials.finding(noise, draw, 0).value;
    sum += value;
    squares += value * value;
  }
  const double mean = sum / 4.0, variance = (squares - sum * mean) / 3.0;
  const Estimate found = trials.estimate(noise, {0}).front();
  EXPECT_NEAR(*found.value, mean, 1e-9 * mean);
  EXPECT_NEAR(found.standard_error, std::sqrt(variance / 4.0), 1e-6 * mean);
  EXPECT_EQ(trials.estimates({noise}, {0}, 2).front().front().draws, 2U);
}

// The noise of draw r is the same whatever its size: twice the amount, four times the squares.
TEST(Trials, UseCommonRandomNumbersForAllParameters) {
  const Table table = incomes(300);
  const Trials trials(subject_of(table), compare::measure_requests({"sse"}, {}), 3,
                      sfumato::Run({.seed = 9}));
  const Candidate one = candidate("additive-noise", {{"amount", 0.2}});
  const Candidate two = candidate("additive-noise", {{"amount", 0.4}});
  for (std::size_t draw = 0; draw < 3; ++draw) {
    const double small = *trials.finding(one, draw, 0).value, large = *trials.finding(two, draw, 0).value;
    EXPECT_NEAR(large / small, 4.0, 1e-9);
  }
  EXPECT_NE(*trials.finding(one, 0, 0).value, *trials.finding(one, 1, 0).value);
}

TEST(Trials, CountARefusalAsAFinding) {
  const Table table = incomes(10);
  const Trials trials(subject_of(table), compare::measure_requests({"sse"}, {}), 5,
                      sfumato::Run({.seed = 1}));
  const Estimate found = trials.estimate(candidate("mdav", {{"k", 11}}), {0}).front();
  EXPECT_FALSE(found.value);
  EXPECT_NE(found.note.find("11"), std::string::npos) << found.note;
}

TEST(Trials, MeasureASubsetAgainstTheRecordsItReleases) {
  const Table table = incomes(200);
  const auto requests = compare::measure_requests({"sse", "rank-linkage", "distance-linkage"}, {});
  const Trials trials(subject_of(table), requests, 2, sfumato::Run({.seed = 1}));
  const auto found = trials.estimate(candidate("sampling", {{"fraction", 0.5}}), {0, 1, 2});
  EXPECT_EQ(*found[0].value, 0.0);  // released records are as they were
  EXPECT_FALSE(found[1].value);     // every one is at rank distance 0 of its original
  EXPECT_EQ(*found[2].value, 100.0);
  EXPECT_NE(found[2].note.find("100 released of 200 records, 50 % per original record"), std::string::npos)
      << found[2].note;
}

TEST(Trials, TakeTheMeanOverCopies) {
  const Table table = incomes(150);
  const Trials trials(subject_of(table), compare::measure_requests({"emd"}, {}), 1,
                      sfumato::Run({.seed = 1}));
  const Candidate copies = candidate("multiple-imputation", {{"copies", 2}});
  const Masked masked =
      compare::masked_by(copies, trials.subject(), sfumato::Run({.seed = 1}).within("replicate", 0));
  ASSERT_EQ(masked.tables.size(), 2U);
  double sum = 0.0;
  for (const Table& one : masked.tables) sum += *measure(table, one, "emd").value;
  EXPECT_NEAR(*trials.estimate(copies, {0}).front().value, sum / 2.0, 1e-12);
}

TEST(Trials, DoNotDependOnThreads) {
  const Table table = incomes(250);
  const auto run_with = [&](int threads) {
    const Trials trials(subject_of(table), compare::measure_requests({"sse", "emd"}, {}), 3,
                        sfumato::Run({.seed = 4, .threads = threads}));
    std::vector<double> values;
    for (const auto& estimates : trials.estimates(
             {candidate("rank-swapping"), candidate("correlated-noise"), candidate("mdav")}, {0, 1})) {
      for (const Estimate& one : estimates) {
        values.push_back(*one.value);
        values.push_back(one.standard_error);
      }
    }
    return values;
  };
  EXPECT_EQ(run_with(1), run_with(8));
}

class CountingStore final : public compare::FindingStore {
 public:
  std::optional<Finding> find(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = kept.find(key);
    return found == kept.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const std::string& key, const Finding& finding) override {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(kept.emplace(key, finding).second) << key;
  }
  std::map<std::string, Finding> kept;

 private:
  std::mutex mutex_;
};

TEST(Trials, AreNeverRepeated) {
  const Table table = incomes(80);
  CountingStore store;
  const auto requests = compare::measure_requests({"sse", "emd"}, {});
  const Candidate noise = candidate("additive-noise");
  const Trials first(subject_of(table), requests, 3, sfumato::Run({.seed = 2}), &store);
  first.estimate(noise, {0});
  first.estimate(noise, {0, 1});
  EXPECT_EQ(store.kept.size(), 6U);
  for (auto& [key, finding] : store.kept) finding.value = 42.0;
  const Trials second(subject_of(table), requests, 3, sfumato::Run({.seed = 2}), &store);
  EXPECT_EQ(*second.estimate(noise, {1}).front().value, 42.0);
}

}  // namespace
}  // namespace sfumato::testing
