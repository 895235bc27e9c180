// Sampling: which records, how many, and that all sets of them are equally likely.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mask;
using testing::numbers_table;

TEST(Sampling, ReleasesWholeRecordsInTheirOrder) {
  const Table original = testing::incomes(501);
  const Masked masked = mask(original, "sampling", {{"fraction", 0.3}});
  ASSERT_EQ(masked.mapping, Mapping::subset);
  ASSERT_EQ(masked.rows.size(), 150U);
  EXPECT_TRUE(std::is_sorted(masked.rows.begin(), masked.rows.end()));
  EXPECT_EQ(std::adjacent_find(masked.rows.begin(), masked.rows.end()), masked.rows.end());
  EXPECT_LT(masked.rows.back(), 501U);
  EXPECT_TRUE(masked.tables[0].same_data(original.taking_rows(masked.rows)));
  EXPECT_EQ(masked.details.at("records").as_integer(), 150);
  EXPECT_EQ(masked.details.at("weight_factor").as_number(), 501.0 / 150.0);
}

TEST(Sampling, SizeIsRoundedAndNeverNothing) {
  const auto size = [](std::size_t rows, double fraction) {
    return mask(testing::incomes(rows), "sampling", {{"fraction", fraction}}).tables[0].rows();
  };
  EXPECT_EQ(size(3, 0.5), 2U);  // 1.5, halves up
  EXPECT_EQ(size(10, 0.14), 1U);
  EXPECT_EQ(size(10, 1e-6), 1U);
  EXPECT_EQ(size(10, 1.0), 10U);
  EXPECT_EQ(size(0, 0.5), 0U);
  const Table all = testing::incomes(10);
  EXPECT_TRUE(mask(all, "sampling", {{"fraction", 1}}).tables[0].same_data(all));
}

// All C(6, 3) = 20 sets equally likely: chi-square with 19 degrees of freedom stays below its
// 0.999999 quantile, 63.68.
TEST(Sampling, EverySetOfRecordsIsEquallyLikely) {
  const Table original = numbers_table({{"x", {1, 2, 3, 4, 5, 6}}});
  std::map<std::vector<std::size_t>, double> counts;
  constexpr int draws = 40000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) ++counts[mask(original, "sampling", {}, seed).rows];
  ASSERT_EQ(counts.size(), 20U);
  double chi_square = 0.0;
  for (const auto& [rows, count] : counts) {
    const double expected = draws / 20.0;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, 63.68);
}

// What the dial claims: a record's chance to be found in the release is the fraction released.
TEST(Sampling, AFractionOfTheRecordsIsAtRisk) {
  const Table original = testing::incomes(400);
  for (const double fraction : {0.1, 0.5}) {
    const Masked masked = mask(original, "sampling", {{"fraction", fraction}});
    const Table left = original.taking_rows(masked.rows);
    const double linked = testing::measure(left, masked.tables[0], "distance-linkage").value.value();
    EXPECT_NEAR(linked, 100.0, 1.0) << "those released are as exposed as before";
    EXPECT_LE(linked / 100.0 * static_cast<double>(masked.rows.size()), 400.0 * fraction);
  }
}

TEST(Sampling, TakesCategoriesAndKeepsColumnsOutsideTheSet) {
  ColumnInfo town, amount;
  town.name = "town";
  town.kind = Kind::nominal;
  amount.name = "amount";
  const Table original({town, amount},
                       {Codes{{0, 1, -1, 1}, {"Reus", "Valls"}}, Integers{{5, 6, 7, 8}, {0, 0, 1, 0}}});
  const Masked masked = mask(original.taking_columns({0}), "sampling");
  EXPECT_EQ(masked.tables[0].rows(), 2U);
  const Masked both = mask(original, "sampling");
  EXPECT_EQ(both.tables[0].column(1), original.column(1).taking(both.rows));
}

Table weighted_by(Table table, const std::string& column) {
  ColumnInfo info = table.info(table.require(column));
  info.role = Role::weight;
  info.domain = Domain{0.0, 100.0};
  info.decimals = 0;
  table.set_info(table.require(column), info);
  return table;
}

double weight_total(const Table& table, const std::string& column) {
  double sum = 0.0;
  for (const double value : table.column(table.require(column)).to_numbers())
    sum += std::isnan(value) ? 0.0 : value;
  return sum;
}

// Four of ten records: 10/4 = 2.5 times their weight. Missing weights stay missing.
TEST(Sampling, DividesWeightsByTheProbability) {
  Table original =
      numbers_table({{"x", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}, {"w", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}});
  original.edit_numbers(1)[2] = std::nan("");
  original = weighted_by(original, "w");
  const Masked masked = mask(original, "sampling", {{"fraction", 0.4}}, 3);
  const Numbers before = original.column(1).to_numbers(), after = masked.tables[0].column(1).to_numbers();
  ASSERT_EQ(after.size(), 4U);
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double weight = before[masked.rows[i]];
    if (std::isnan(weight)) {
      EXPECT_TRUE(std::isnan(after[i]));
    } else {
      EXPECT_DOUBLE_EQ(after[i], 2.5 * weight);
    }
  }
  EXPECT_FALSE(masked.tables[0].info(1).domain) << "25 would be outside";
  EXPECT_EQ(masked.tables[0].info(1).role, Role::weight);
  EXPECT_DOUBLE_EQ(masked.details.at("weights").at("w").at("total_before").as_number(), 52.0);
  EXPECT_DOUBLE_EQ(masked.details.at("weights").at("w").at("total_after").as_number(),
                   weight_total(masked.tables[0], "w"));
  const Masked kept = mask(original, "sampling", {{"fraction", 0.4}, {"reweight", "none"}}, 3);
  EXPECT_TRUE(kept.tables[0].same_data(original.taking_rows(kept.rows)));
  EXPECT_EQ(kept.rows, masked.rows);
}

// The mean over all C(6, 3) = 20 samples is the total of the file: 3/6 of the records, twice their weights.
TEST(Sampling, KeepsWeightedTotalsInExpectation) {
  const Table original =
      weighted_by(numbers_table({{"x", {1, 2, 3, 4, 5, 6}}, {"w", {1, 5, 2, 8, 3, 11}}}), "w");
  std::map<std::vector<std::size_t>, double> totals;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Masked masked = mask(original, "sampling", {}, seed);
    totals[masked.rows] = weight_total(masked.tables[0], "w");
  }
  ASSERT_EQ(totals.size(), 20U);
  double sum = 0.0;
  for (const auto& [rows, one] : totals) sum += one;
  EXPECT_NEAR(sum / 20.0, 30.0, 1e-9);
}

TEST(Sampling, CalibratesToTheExactTotal) {
  const Table original =
      weighted_by(numbers_table({{"x", {1, 2, 3, 4, 5, 6}}, {"w", {1, 5, 2, 8, 3, 11}}}), "w");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Masked masked = mask(original, "sampling", {{"reweight", "calibrate"}}, seed);
    EXPECT_NEAR(weight_total(masked.tables[0], "w"), 30.0, 1e-9);
    const Numbers after = masked.tables[0].column(1).to_numbers(), before = original.column(1).to_numbers();
    EXPECT_NEAR(after[0] / after[1], before[masked.rows[0]] / before[masked.rows[1]], 1e-12);
  }
  const Table zero = weighted_by(numbers_table({{"x", {1, 2}}, {"w", {-3, 1}}}), "w");
  EXPECT_THROW(mask(zero, "sampling", {{"fraction", 1}, {"reweight", "calibrate"}}), Error);
}

// Two strata of three households of two: two of three are drawn in each, so that weights become 1.5 times as
// large; calibrated weights keep the total of each stratum over all members.
TEST(Sampling, ReweighsHouseholdsInStrata) {
  Table original = numbers_table({{"x", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
                                  {"w", {1, 1, 2, 2, 3, 3, 40, 40, 50, 50, 60, 60}},
                                  {"home", {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}},
                                  {"stratum", {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}}});
  original = weighted_by(original, "w");
  ColumnInfo info = original.info(2);
  info.role = Role::household;
  original.set_info(2, info);
  const auto sampled = [&](const char* how) {
    const masking::Step step{
        &masking::method("sampling"), {{"fraction", 0.6}, {"reweight", how}}, {0}, ColumnId{3}, false};
    return masking::apply_step(original, step, sfumato::Run({.seed = 4}));
  };
  const Masked inverse = sampled("inverse");
  ASSERT_EQ(inverse.rows.size(), 8U);
  const Numbers before = original.column(1).to_numbers(), after = inverse.tables[0].column(1).to_numbers();
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_DOUBLE_EQ(after[i], 1.5 * before[inverse.rows[i]]);
  const Masked exact = sampled("calibrate");
  EXPECT_EQ(exact.rows, inverse.rows);
  std::map<double, double> totals;
  const Numbers weights = exact.tables[0].column(1).to_numbers();
  const Numbers strata = exact.tables[0].column(3).to_numbers();
  for (std::size_t i = 0; i < weights.size(); ++i) totals[strata[i]] += weights[i];
  EXPECT_NEAR(totals[1], 12.0, 1e-9);
  EXPECT_NEAR(totals[2], 300.0, 1e-9);
}

// A record is drawn by its number: the same records in another order, or among gaps of the numbers.
TEST(Sampling, DrawsBelongToTheNumbersOfRecords) {
  const Table original = testing::incomes(300);
  const sfumato::Run run({.seed = 8});
  const Method& method = masking::method("sampling");
  std::vector<std::uint64_t> numbers(300);
  Rng rng({1, 9});
  for (std::uint64_t& number : numbers) number = rng.bits();
  const auto drawn = [&](const std::vector<std::size_t>& rows) {
    std::vector<std::uint64_t> own;
    for (const std::size_t row : rows) own.push_back(numbers[row]);
    const Masked masked = method.apply(original.taking_rows(rows), {0}, {}, run.with_record_numbers(own));
    std::vector<std::size_t> kept;
    for (const std::size_t row : masked.rows) kept.push_back(rows[row]);
    std::sort(kept.begin(), kept.end());
    return kept;
  };
  std::vector<std::size_t> rows(300);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const std::vector<std::size_t> first = drawn(rows);
  EXPECT_EQ(first.size(), 150U);
  rng.shuffle(std::span(rows));
  EXPECT_EQ(drawn(rows), first);
}

// A household has the draw of its first record, so that households of one are a sample of records.
TEST(Sampling, HouseholdsAreDrawnByTheirFirstRecord) {
  Table original = numbers_table({{"x", {1, 2, 3, 4, 5, 6, 7, 8}}, {"home", {1, 1, 2, 2, 3, 4, 3, 4}}});
  original.edit_numbers(1)[5] = std::nan("");
  original.edit_numbers(1)[7] = std::nan("");
  ColumnInfo info = original.info(1);
  info.role = Role::household;
  original.set_info(1, info);
  const masking::Step step{&masking::method("sampling"), {{"fraction", 0.6}}, {0}, std::nullopt, false};
  // Homes of the records 0, 2 and 4, and two records without one.
  const std::vector<std::size_t> heads{0, 2, 4, 5, 7};
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const sfumato::Run run({.seed = seed});
    const Masked whole = masking::apply_step(original, step, run);
    const std::vector<std::uint64_t> numbers(heads.begin(), heads.end());
    const Masked once =
        masking::method("sampling")
            .apply(original.taking_rows(heads), {0}, step.params, run.with_record_numbers(numbers));
    std::vector<std::size_t> expected;
    for (const std::size_t drawn : once.rows) {
      const std::size_t head = heads[drawn];
      expected.push_back(head);
      if (head == 0 || head == 2) expected.push_back(head + 1);
      if (head == 4) expected.push_back(6);
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(whole.rows, expected);
    EXPECT_EQ(whole.details.at("households").as_integer(), 3);
  }
}

// Steps after a sample know its records by their numbers in the file.
TEST(Sampling, LaterStepsKeepTheNumbersOfRecords) {
  const Table original = testing::incomes(200);
  const Method& noise = masking::method("additive-noise");
  const sfumato::Run run({.seed = 2});
  const Masked masked = masking::apply_steps(
      original,
      {{&masking::method("sampling"), {}, {0}, std::nullopt, false}, {&noise, {}, {0}, std::nullopt, false}},
      run);
  std::vector<std::uint64_t> numbers(masked.rows.begin(), masked.rows.end());
  const Masked alone = noise.apply(original.taking_rows(masked.rows), {0}, {},
                                   run.within("step", 1).within("copy", 0).with_record_numbers(numbers));
  EXPECT_EQ(masked.tables[0].column(0), alone.tables[0].column(0));
}

}  // namespace
}  // namespace sfumato
