// Data swapping: which counts stay exactly, and which records are swapped.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

ColumnInfo named(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// Region and sex (often missing) to keep; a diagnosis, an income (sometimes missing) and a date to swap.
Table patients(std::size_t rows, std::uint64_t seed) {
  Rng rng({seed, 8});
  Codes region{{}, {"north", "south", "west"}}, diagnosis{{}, {"A", "B", "C", "D"}};
  Integers sex;
  Numbers income;
  Dates date;
  for (std::size_t i = 0; i < rows; ++i) {
    region.codes.push_back(rng.chance(0.1) ? Codes::missing : static_cast<std::int32_t>(rng.below(3)));
    sex.values.push_back(static_cast<std::int64_t>(rng.below(2)));
    sex.missing.push_back(rng.chance(0.1) ? 1 : 0);
    diagnosis.codes.push_back(static_cast<std::int32_t>(rng.below(4)));
    income.push_back(rng.chance(0.1) ? std::nan("") : std::round(1000.0 * rng.exponential()));
    date.days.push_back(static_cast<std::int32_t>(rng.below(20000)));
  }
  return {{named("region", Kind::nominal), named("sex", Kind::nominal), named("diagnosis", Kind::nominal),
           named("income", Kind::numeric), named("date", Kind::numeric)},
          {region, sex, diagnosis, income, date}};
}

Masked swap(const Table& table, const ParamValues& params, const ColumnSet& columns = {2, 3, 4},
            std::uint64_t seed = 1) {
  return masking::method("data-swapping").apply(table, columns, params, sfumato::Run({.seed = seed}));
}

const Value keep = Value::array_of({"region", "sex"});

// How often each combination of values of these columns occurs.
std::map<std::vector<std::string>, int> counts(const Table& table, const ColumnSet& columns) {
  std::map<std::vector<std::string>, int> result;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> key;
    for (const ColumnId id : columns) {
      key.push_back(table.column(id).missing(row) ? "?" : "=" + table.column(id).text(row));
    }
    ++result[key];
  }
  return result;
}

TEST(DataSwapping, KeepsJointCountsWithEachSwappedColumn) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Table original = patients(20 + 40 * seed, seed);
    for (const double rate : {0.1, 0.5, 1.0}) {
      const Table masked = swap(original, {{"rate", rate}, {"keep", keep}}, {2, 3, 4}, seed).tables[0];
      for (const ColumnId id : {2U, 3U, 4U}) {
        EXPECT_EQ(counts(masked, {0, 1, id}), counts(original, {0, 1, id}));
      }
      EXPECT_EQ(masked.column(0), original.column(0));
      EXPECT_EQ(masked.column(1), original.column(1));
    }
  }
}

TEST(DataSwapping, TogetherKeepsTheCountsOfAllColumnsAtOnce) {
  const Table original = patients(600, 3);
  const ParamValues params{{"rate", 0.7}, {"keep", keep}};
  const Table apart = swap(original, params).tables[0];
  ParamValues joint = params;
  joint.emplace_back("together", true);
  const Table together = swap(original, joint).tables[0];
  EXPECT_EQ(counts(together, {0, 1, 2, 3, 4}), counts(original, {0, 1, 2, 3, 4}));
  EXPECT_NE(counts(apart, {0, 1, 2, 3, 4}), counts(original, {0, 1, 2, 3, 4}));
  EXPECT_FALSE(together.same_data(original));
}

TEST(DataSwapping, AsManyRecordsAreSwappedAsRequested) {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const Table original = testing::numbers_table({{"x", values}});
  for (const double rate : {0.0, 0.002, 0.1, 0.333, 1.0}) {
    const Masked masked = swap(original, {{"rate", rate}}, {0});
    const auto expected = static_cast<std::int64_t>(std::round(1000.0 * rate));
    EXPECT_EQ(masked.details.at("swapped_records").as_integer(), expected);
    EXPECT_EQ(masked.details.at("changed_records").as_integer(), expected);  // all values differ
    std::int64_t moved = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      moved += masked.tables[0].column(0).to_numbers()[i] != values[i];
    }
    EXPECT_EQ(moved, expected);
  }
}

TEST(DataSwapping, RecordsOfAClassAreEquallyLikelyToBeSwapped) {
  // Four classes of 2, 3, 5 and 10 records; a record of a class of two can only be swapped with the other.
  Numbers group, value;
  for (const std::size_t size : {2U, 3U, 5U, 10U}) {
    for (std::size_t i = 0; i < size; ++i) {
      group.push_back(static_cast<double>(size));
      value.push_back(static_cast<double>(value.size()));
    }
  }
  const Table original = testing::numbers_table({{"group", group}, {"value", value}});
  std::vector<int> traded(20, 0);
  constexpr int draws = 3000;
  for (std::uint64_t seed = 0; seed < draws; ++seed) {
    const Masked masked = swap(original, {{"rate", 0.5}, {"keep", Value::array_of({"group"})}}, {1}, seed);
    const Numbers after = masked.tables[0].column(1).to_numbers();
    for (std::size_t i = 0; i < 20; ++i) traded[i] += after[i] != value[i];
  }
  for (std::size_t first : {0U, 2U, 5U, 10U}) {  // equal within a class
    const std::size_t size = static_cast<std::size_t>(group[first]);
    for (std::size_t i = first; i < first + size; ++i) {
      EXPECT_NEAR(traded[i], traded[first], 6.0 * std::sqrt(draws * 0.5)) << i;
    }
    EXPECT_GT(traded[first], draws / 3);
    EXPECT_LT(traded[first], draws * 4 / 5);
  }
}

TEST(DataSwapping, RecordsThatAreUniqueInTheirClassStayAndAreCounted) {
  const Table original = testing::numbers_table({{"g", {1, 1, 2, 3, 3}}, {"x", {10, 20, 30, 40, 50}}});
  const Masked masked = swap(original, {{"rate", 1.0}, {"keep", Value::array_of({"g"})}}, {1});
  EXPECT_EQ(masked.tables[0].column(1).to_numbers(), (Numbers{20, 10, 30, 50, 40}));
  EXPECT_EQ(masked.details.at("records_alone").as_integer(), 1);
  EXPECT_EQ(masked.details.at("swapped_records").as_integer(), 4);
}

TEST(DataSwapping, MissingCellsStayWhereTheyAre) {
  const Table original = patients(400, 5);
  const Table masked = swap(original, {{"rate", 1.0}}).tables[0];
  for (std::size_t row = 0; row < original.rows(); ++row) {
    EXPECT_EQ(masked.column(3).missing(row), original.column(3).missing(row));
  }
}

TEST(DataSwapping, ValuesKeepTheirType) {
  const Table masked = swap(patients(50, 1), {{"rate", 1.0}}, {1, 2, 3, 4}).tables[0];
  EXPECT_NE(masked.column(1).get_if<Integers>(), nullptr);
  EXPECT_NE(masked.column(2).get_if<Codes>(), nullptr);
  EXPECT_NE(masked.column(4).get_if<Dates>(), nullptr);
}

TEST(DataSwapping, RefusesColumnsThatAreAllKeptOrUnknown) {
  const Table original = patients(50, 1);
  EXPECT_THROW(swap(original, {{"keep", Value::array_of({"diagnosis"})}}, {2}), Error);
  EXPECT_THROW(swap(original, {{"keep", Value::array_of({"regoin"})}}), Error);
}

// Records in another order get the same values under their numbers.
TEST(DataSwapping, DrawsBelongToTheNumbersOfRecords) {
  const Table original = patients(500, 4);
  std::vector<std::size_t> rows(500);
  std::vector<std::uint64_t> numbers(500);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = numbers[i] = i;
  const ParamValues params{{"rate", 0.4}, {"keep", keep}};
  const Masked first = swap(original, params);
  Rng rng({5, 5});
  rng.shuffle(std::span(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) numbers[i] = rows[i];
  const Masked other = masking::method("data-swapping")
                           .apply(original.taking_rows(rows), {2, 3, 4}, params,
                                  sfumato::Run({.seed = 1}).with_record_numbers(numbers));
  EXPECT_TRUE(other.tables[0].same_data(first.tables[0].taking_rows(rows)));
  EXPECT_EQ(other.details, first.details);
}

}  // namespace
}  // namespace sfumato
