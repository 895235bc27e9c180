// What weights tell: by hand for records and households, beside keys, and after sampling.
#include "release/weight_exposure.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "masking/registry.hpp"
#include "release/recipe_run.hpp"
#include "release/unchanged_columns.hpp"
#include "support/program.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

using release::is_rescaled;
using release::weight_exposure;
using release::WeightExposure;
using release::WeightFactors;

// Homes 1 and 2 have weights that no other home has, homes 3 and 4 share one; the last record has none.
Table six_people() {
  Table table = numbers_table({{"w", {2, 2, 3, 5, 5, std::nan("")}},
                               {"home", {1, 1, 2, 3, 4, 5}},
                               {"age", {30, 30, 40, 40, 40, 50}}});
  table = with_role(std::move(table), "w", Role::weight);
  return with_role(std::move(table), "age", Role::quasi_identifier);
}

TEST(WeightExposure, CountsRecords) {
  const Table table = six_people();
  const WeightExposure found = weight_exposure(table, table, 0);
  EXPECT_EQ(found.holder, "");
  EXPECT_EQ(found.holders, 5U);
  EXPECT_EQ(found.alone, 1U);             // 3
  EXPECT_EQ(found.unique_keys, 1U);       // 50
  EXPECT_EQ(found.unique_with_keys, 2U);  // 40 with 3, and 50 without a weight
  EXPECT_EQ(words(found, 6),
            "1 of 6 records have a weight of their own, which leads to them; beside the quasi-identifiers it "
            "raises the unique records from 1 to 2");
}

TEST(WeightExposure, CountsHouseholds) {
  const Table table = with_role(six_people(), "home", Role::household);
  const WeightExposure found = weight_exposure(table, table, 0);
  EXPECT_EQ(found.holder, "household");
  EXPECT_EQ(found.holders, 4U);
  EXPECT_EQ(found.alone, 3U);
  EXPECT_EQ(found.holders_alone, 2U);
  EXPECT_TRUE(
      words(found, 6).starts_with("3 of 6 records have a weight that no other household has, which leads "
                                  "to 2 of 4 households"))
      << words(found, 6);
}

// A factor for each of two strata leaves the weights what they were; noise, groups and rounding do not.
TEST(WeightExposure, KnowsWeightsTimesAFactor) {
  Numbers before, twice, strata, noisy, grouped;
  for (int i = 0; i < 40; ++i) {
    before.push_back(10.0 + i * 0.37);
    twice.push_back(before.back() / 0.3);
    strata.push_back(before.back() * (i % 2 == 0 ? 2.5 : 1.7));
    noisy.push_back(before.back() + std::sin(i * 1.3));
    grouped.push_back(10.0 + 3.7 * std::floor(i / 10.0));
  }
  EXPECT_TRUE(is_rescaled(before, twice));
  EXPECT_TRUE(is_rescaled(before, strata));
  EXPECT_FALSE(is_rescaled(before, noisy));
  EXPECT_FALSE(is_rescaled(before, grouped));
  EXPECT_FALSE(is_rescaled(before, Numbers(40, 1.0)));
  EXPECT_FALSE(is_rescaled(before, Numbers(40, std::nan(""))));
}

// Of weights in parts: one factor in all of them, up to rounding. Missing weights and zeros count nothing.
TEST(WeightFactors, OneFactorInAllParts) {
  const double gap = std::nan("");
  WeightFactors first, second, other;
  first.add(Numbers{1.5, 7.0, gap, 0.0}, Numbers{1.5 / 0.3, 7.0 / 0.3, gap, 0.0});
  second.add(Numbers{11.0}, Numbers{11.0 / 0.3});
  other.add(Numbers{11.0}, Numbers{36.0});
  WeightFactors all;
  EXPECT_FALSE(all.one_factor());
  all.merge(WeightFactors().state());
  all.merge(second.state());
  all.merge(first.state());
  EXPECT_TRUE(all.one_factor());
  all.merge(other.state());
  EXPECT_FALSE(all.one_factor());
}

// The program: after sampling the warning stays, after weight-groups no household has a weight of its own.
TEST(WeightExposure, IsWarnedOfAfterSamplingAndNotAfterGroups) {
  TemporaryFolder folder;
  make_people(folder.path());
  const Outcome sampled =
      run_in(folder.path(), {"mask", "sampling", "people.csv", "-o", "sample.csv", "--fraction", "0.5"});
  EXPECT_EQ(sampled.status, 0) << sampled.error;
  EXPECT_NE(sampled.error.find("'weight' is released as it was but for a factor: "), std::string::npos)
      << sampled.error;
  EXPECT_NE(sampled.error.find("records have a weight that no other household has"), std::string::npos);
  const Outcome groups =
      run_in(folder.path(), {"mask", "weight-groups", "people.csv", "-o", "groups.csv", "--k", "4"});
  EXPECT_EQ(groups.status, 0) << groups.error;
  EXPECT_EQ(groups.error.find("'weight' is released"), std::string::npos) << groups.error;
  EXPECT_NE(groups.out.find("k-anonymity"), std::string::npos) << groups.out;
}

// Without weights it says so.
TEST(WeightExposure, GroupsNeedAColumnOfWeights) {
  TemporaryFolder folder;
  folder.write("a.csv", "x\n1\n2\n3\n");
  const Outcome none = run_in(folder.path(), {"mask", "weight-groups", "a.csv", "-o", "b.csv", "--k", "2"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.error.find("takes sampling weights, and no column has that role"), std::string::npos)
      << none.error;
  const Outcome named =
      run_in(folder.path(), {"mask", "weight-groups", "a.csv", "-o", "b.csv", "--k", "2", "--columns", "x"});
  EXPECT_EQ(named.status, 0) << named.error;
  EXPECT_EQ(folder.read("b.csv"), "x\n2.0\n2\n2\n");
}

}  // namespace
}  // namespace sfumato::testing
