// Contenders: swept values and the choices that belong to them, incompatible combinations, and refusals.
#include "compare/contenders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "compare/usual_contenders.hpp"
#include "core/error.hpp"
#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato::compare {
namespace {

Subject subject() {
  const Table table = testing::with_domains(testing::incomes(400).taking_columns({0, 1}), {0.0, 1e6});
  return {table, {testing::all_columns(table), true}};
}

std::string param(const Contender& contender, const std::string& name) {
  for (const auto& [param, value] : contender.params) {
    if (param == name) return to_text(value);
  }
  return "";
}

TEST(Contenders, ASweepAloneIsAboutItsMethod) {
  const auto found = contenders({.swept = {"mdav.k=3,5,9"}}, subject());
  ASSERT_EQ(found.size(), 3U);
  for (const Contender& contender : found) EXPECT_EQ(contender.method->info.name, "mdav");
  EXPECT_EQ(param(found[2], "k"), "9");
}

TEST(Contenders, ASweepOfKGoesOverTheSoundModes) {
  const auto found = contenders({.fixed = {"laplace.epsilon=1"}, .swept = {"laplace.k=1,20,50"}}, subject());
  std::multiset<std::string> modes;
  for (const Contender& contender : found) {
    EXPECT_EQ(contender.unfit, "");
    EXPECT_FALSE(contender.dial.has_value());
    EXPECT_EQ(param(contender, "epsilon"), "1");
    modes.insert(param(contender, "mode"));
  }
  EXPECT_EQ(modes.count("record"), 1U);  // k = 1 alone goes with it
  EXPECT_EQ(modes.count("multivariate"), 3U);
  EXPECT_EQ(modes.count("individual"), 3U);
  EXPECT_EQ(modes.count("paper-2013"), 0U);
}

TEST(Contenders, AFixedModeStays) {
  const auto found =
      contenders({.fixed = {"laplace.mode=paper-2013"}, .swept = {"laplace.k=1,20"}}, subject());
  ASSERT_EQ(found.size(), 2U);
  for (const Contender& contender : found) {
    EXPECT_EQ(param(contender, "mode"), "paper-2013");
    ASSERT_TRUE(contender.dial.has_value());
    EXPECT_EQ(contender.dial->parameter, "epsilon");
  }
}

TEST(Contenders, IncompatibleParametersAreReportedOnce) {
  const auto swept = contenders({.fixed = {"laplace.mode=record"}, .swept = {"laplace.k=2,3"}}, subject());
  ASSERT_EQ(swept.size(), 1U);
  EXPECT_NE(swept[0].unfit.find("k is 1"), std::string::npos) << swept[0].unfit;
  const auto fixed = contenders({.methods = {"laplace"}, .fixed = {"laplace.k=7"}}, subject());
  ASSERT_EQ(fixed.size(), 1U);
  EXPECT_NE(fixed[0].unfit.find("k = 7"), std::string::npos) << fixed[0].unfit;
}

// Incomes differ from record to record: methods that count equal records, or coarsen along hierarchies that
// are not there, are left out with the reason.
TEST(Contenders, WithoutNamesThoseTakePartThatFitTheValues) {
  const Subject continuous = subject();
  const std::vector<std::string> names = usual_contenders(continuous);
  const auto has = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  EXPECT_TRUE(has("mdav"));
  EXPECT_TRUE(has("rank-swapping"));
  EXPECT_FALSE(has("local-suppression"));
  EXPECT_FALSE(has("generalization"));
  EXPECT_FALSE(has("pram"));
  EXPECT_FALSE(has("pram+rank-swapping"));
  const auto reasons = left_out_contenders(continuous);
  const auto reason = [&](const std::string& name) {
    const auto found = std::find_if(reasons.begin(), reasons.end(),
                                    [&](const LeftOutMethod& one) { return one.method == name; });
    return found == reasons.end() ? std::string() : found->reason;
  };
  EXPECT_TRUE(reason("local-suppression").starts_with("counts records with equal values"));
  EXPECT_TRUE(reason("generalization").starts_with("coarsens along hierarchies"));
  EXPECT_TRUE(reason("pram").starts_with("takes nominal or ordinal columns"));
  EXPECT_TRUE(has("sequential-trees"));
  EXPECT_EQ(reason("household-synthesis"), "draws whole households, and no column has that role");
  EXPECT_EQ(names.size() + reasons.size(), masking::methods().size());
  // Few different numbers: those methods fit.
  std::vector<double> ages;
  for (int i = 0; i < 400; ++i) ages.push_back(20 + i % 40);
  const Table table = testing::numbers_table({{"age", ages}});
  const std::vector<std::string> few = usual_contenders({table, {testing::all_columns(table), true}});
  EXPECT_NE(std::find(few.begin(), few.end(), "local-suppression"), few.end());
}

}  // namespace
}  // namespace sfumato::compare
