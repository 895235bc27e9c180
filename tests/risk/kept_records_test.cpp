// Suppressed records are of no class and have no risk, in every measure of keys: with them a table has the
// classes that it has without.
#include "risk/kept_records.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.hpp"
#include "support/survey.hpp"
#include "support/tables.hpp"

namespace sfumato::risk {
namespace {

using testing::measure;

constexpr std::int32_t star = 3;  // code of the label `*`

Column labelled(std::vector<std::int32_t> codes) { return Codes{std::move(codes), {"x", "y", "z", "*"}}; }

// Keys a and b, a confidential column, weights and households.
Table made_up(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b, Rng& rng) {
  std::vector<double> illness, weight, household;
  for (std::size_t row = 0; row < a.size(); ++row) {
    illness.push_back(static_cast<double>(rng.below(3)));
    weight.push_back(1.0 + static_cast<double>(rng.below(9)));
    household.push_back(static_cast<double>(row));
  }
  Table table = testing::numbers_table(
      {{"a", illness}, {"b", illness}, {"illness", illness}, {"w", weight}, {"home", household}});
  table.replace(0, labelled(a));
  table.replace(1, labelled(b));
  table = testing::with_role(table, "a", Role::quasi_identifier);
  table = testing::with_role(table, "b", Role::quasi_identifier);
  table = testing::with_role(table, "w", Role::weight);
  return testing::with_role(table, "home", Role::household);
}

struct Pair {
  Table with, without;
  std::vector<std::size_t> kept;
};

// 30 records, of which some have `*` in both keys, and others in one, which is a value like others.
Pair random_tables(Rng& rng) {
  std::vector<std::int32_t> a(30), b(30);
  Pair pair;
  for (std::size_t row = 0; row < 30; ++row) {
    a[row] = static_cast<std::int32_t>(rng.below(4));
    b[row] = static_cast<std::int32_t>(rng.below(5)) - 1;
    if (row == 0) a[row] = 0;
    if (row == 1 || rng.below(4) == 0) a[row] = b[row] = star;
    if (a[row] != star || b[row] != star) pair.kept.push_back(row);
  }
  pair.with = made_up(a, b, rng);
  pair.without = pair.with.taking_rows(pair.kept);
  return pair;
}

void expect_same_of_kept(const Pair& pair, const Score& with, const Score& without, double of_suppressed) {
  ASSERT_EQ(with.per_record.size(), pair.with.rows());
  std::size_t next = 0;
  for (std::size_t row = 0; row < with.per_record.size(); ++row) {
    const bool kept = next < pair.kept.size() && pair.kept[next] == row;
    const double expected = kept ? without.per_record[next++] : of_suppressed;
    EXPECT_TRUE(with.per_record[row] == expected ||
                (std::isnan(expected) && std::isnan(with.per_record[row])))
        << row << ": " << with.per_record[row] << " and " << expected;
  }
  EXPECT_EQ(with.details.at("suppressed_records"), Value(pair.with.rows() - pair.kept.size()));
  EXPECT_EQ(without.details.find("suppressed_records"), nullptr);
  EXPECT_EQ(with.details.at("records"), Value(pair.with.rows()));
}

TEST(KeptRecords, OnlyTheyAreAtRisk) {
  Rng rng({8, 1});
  for (int round = 0; round < 20; ++round) {
    const Pair pair = random_tables(rng);
    const double share = static_cast<double>(pair.kept.size()) / 30.0;
    for (const char* name : {"individual-risk", "suda", "uniqueness", "identifying-power"}) {
      SCOPED_TRACE(name);
      const Score with = measure(pair.with, pair.with, name),
                  without = measure(pair.without, pair.without, name);
      EXPECT_NEAR(with.value.value(), share * without.value.value(), 1e-12);
      expect_same_of_kept(pair, with, without, 0.0);
    }
    for (const char* attacker : {"prosecutor", "journalist", "marketer"}) {
      SCOPED_TRACE(attacker);
      const ParamValues params = {{"attacker", attacker}};
      const Score with = measure(pair.with, pair.with, "reidentification", params),
                  without = measure(pair.without, pair.without, "reidentification", params);
      const double part = std::string(attacker) == "marketer" ? share : 1.0;
      EXPECT_NEAR(with.value.value(), part * without.value.value(), 1e-12);
      expect_same_of_kept(pair, with, without, 0.0);
    }
  }
}

TEST(KeptRecords, OnlyTheyAreInClasses) {
  Rng rng({8, 2});
  for (int round = 0; round < 20; ++round) {
    const Pair pair = random_tables(rng);
    const ParamValues illness = {{"column", "illness"}};
    const double none = std::nan("");
    for (const auto& [name, params] :
         {std::pair<const char*, ParamValues>("k-anonymity", {}), {"l-diversity", illness}}) {
      SCOPED_TRACE(name);
      const Score with = measure(pair.with, pair.with, name, params),
                  without = measure(pair.without, pair.without, name, params);
      EXPECT_EQ(with.value, without.value);
      EXPECT_EQ(with.details.at("below"), without.details.at("below"));
      expect_same_of_kept(pair, with, without, none);
    }
  }
}

// The share of people in the file is that of all its records: as many people more as there are records.
TEST(KeptRecords, OnlyTheyAreInCombinationsOfAModel) {
  Rng rng({8, 3});
  const Pair pair = random_tables(rng);
  const double share = static_cast<double>(pair.kept.size()) / 30.0;
  const Score with = measure(pair.with, pair.with, "model-risk", {{"population-size", 300.0}}),
              without =
                  measure(pair.without, pair.without, "model-risk", {{"population-size", 300.0 * share}});
  EXPECT_NEAR(with.details.at("sampled").as_number(), 0.1, 1e-12);
  EXPECT_NEAR(with.value.value(), share * without.value.value(), 1e-9);
  ASSERT_EQ(with.per_record.size(), 30U);
  EXPECT_EQ(with.per_record[1], 0.0);
  EXPECT_NEAR(with.per_record[0], without.per_record[0], 1e-9);
}

TEST(KeptRecords, ShareTheRiskOfTheirHousehold) {
  Rng rng({8, 4});
  Table table = made_up({0, star, 1, 1}, {0, star, 1, 1}, rng);
  table.replace(3, Numbers{1, 1, 1, 1});
  table.replace(4, Numbers{1, 1, 2, 3});
  const Score score = measure(table, table, "individual-risk");
  EXPECT_EQ(score.per_record, (std::vector<double>{1.0, 0.0, 0.5, 0.5}));
  EXPECT_EQ(score.details.at("expected"), Value(2.0));
  // The suppressed one lives with the first, who is found.
  EXPECT_EQ(score.details.at("household_expected"), Value(3.0));
}

TEST(KeptRecords, AreAllWhereAllKeysAreGeneralizedToTheRoot) {
  Rng rng({8, 5});
  const Table table = made_up({star, star, star}, {star, star, star}, rng);
  EXPECT_TRUE(suppressed_records(table, {0, 1}).empty());
  EXPECT_EQ(measure(table, table, "k-anonymity").value, 3.0);
  EXPECT_NEAR(measure(table, table, "t-closeness", {{"column", "illness"}}).value.value(), 0.0, 1e-15);
}

TEST(KeptRecords, HaveAKeyThatIsNotAStar) {
  Rng rng({8, 6});
  const Table table = made_up({star, star, -1, 0}, {star, 1, star, 0}, rng);
  EXPECT_EQ(suppressed_records(table, {0, 1}), (std::vector<char>{1, 0, 0, 0}));
  EXPECT_TRUE(suppressed_records(table, {0, 2}).empty()) << "numbers are never `*`";
  EXPECT_TRUE(suppressed_records(table, {}).empty());
  const KeptRecords kept(table, {0, 1});
  EXPECT_EQ(kept.all(), 4U);
  EXPECT_EQ(kept.suppressed(), 1U);
  EXPECT_EQ(kept.table().rows(), 3U);
  EXPECT_EQ(kept.of_kept({5, 6, 7, 8}), (std::vector<double>{6, 7, 8}));
  EXPECT_EQ(kept.of_all({6, 7, 8}, 0.0), (std::vector<double>{0, 6, 7, 8}));
}

}  // namespace
}  // namespace sfumato::risk
