// MDAV against hand-made groups, its guarantee, and published information losses.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/error.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::incomes;
using testing::mask;
using testing::numbers_table;

const std::vector<std::string> census_four{"FICA", "FEDTAX", "INTVAL", "POTHVAL"};

double sse_percent(const Table& original, const ParamValues& params) {
  return mask(original, "mdav", params).details.at("sse_percent").as_number();
}

TEST(Mdav, GroupsByHand) {
  // One column, k = 2, n = 6 = 3k: the centroid is 4; 12 is farthest from it, 0 is farthest from 12.
  // 12 takes 8, 0 takes 1, and 2 and 3 are left: one group of fewer than 2k.
  const Table original = numbers_table({{"x", {0, 1, 2, 3, 8, 12}}});
  const Masked masked = mask(original, "mdav", {{"k", 2}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{0.5, 0.5, 2.5, 2.5, 10, 10}));
  EXPECT_EQ(masked.details.at("groups").as_integer(), 3);
  // SSE = 2·0.25 + 2·0.25 + 2·4 = 9 with mean 13/3 and SST = 222 − 6·(13/3)².
  const double total = 222.0 - 6.0 * (26.0 / 6.0) * (26.0 / 6.0);
  EXPECT_NEAR(masked.details.at("sse_percent").as_number(), 100.0 * 9.0 / total, 1e-10);
}

TEST(Mdav, TiesGoToTheLowestRecord) {
  // All equal: r is record 0 and s record 1, r's group takes record 2 (not s), s's takes record 3.
  const Table original = numbers_table({{"x", {5, 5, 5, 5, 5, 5, 5}}, {"y", {1, 2, 3, 4, 5, 6, 7}}});
  const ColumnSet first{0};
  const Masked masked = mask(original.taking_columns(first), "mdav", {{"k", 2}});
  EXPECT_EQ(masked.details.at("groups").as_integer(), 3);
  EXPECT_EQ(masked.details.at("sse_percent").as_number(), 0.0);
}

TEST(Mdav, EveryCombinationStandsAtLeastKTimes) {
  for (const int k : {1, 2, 3, 7, 50}) {
    for (const std::size_t rows : {50, 51, 99, 100, 149, 151, 400}) {
      const Table original = incomes(rows, static_cast<std::uint64_t>(k) * rows);
      for (const char* seeds : {"farthest", "most-distant"}) {
        const Table masked = mask(original, "mdav", {{"k", k}, {"seeds", seeds}}).tables[0];
        std::map<std::vector<double>, int> classes;
        std::vector<Numbers> columns;
        for (ColumnId id = 0; id < masked.column_count(); ++id)
          columns.push_back(masked.column(id).to_numbers());
        for (std::size_t row = 0; row < rows; ++row) {
          std::vector<double> record;
          for (const Numbers& column : columns) record.push_back(column[row]);
          ++classes[record];
        }
        for (const auto& [record, count] : classes) EXPECT_GE(count, k) << rows << " rows, seeds " << seeds;
      }
    }
  }
}

TEST(Mdav, TogetherGroupsBlocksOfColumnsAndTheLastAbsorbsTheRest) {
  const Table original = incomes(60);
  const Masked blocks = mask(original, "mdav", {{"k", 5}, {"together", 3}});
  // Four columns by three: one block of four, as if together were 0.
  EXPECT_TRUE(blocks.tables[0].same_data(mask(original, "mdav", {{"k", 5}}).tables[0]));
  const Masked pairs = mask(original, "mdav", {{"k", 5}, {"together", 2}});
  const Masked first_two = mask(original.taking_columns({0, 1}), "mdav", {{"k", 5}});
  EXPECT_EQ(pairs.tables[0].column(0), first_two.tables[0].column(0));
  EXPECT_EQ(pairs.details.at("column_blocks").as_integer(), 2);
}

TEST(Mdav, MissingValuesStayAndTheOthersTakePart) {
  const double nan = std::nan("");
  const Table original =
      numbers_table({{"x", {0, 1, nan, 10, 11, 12, nan}}, {"y", {0, 0, 0, 5, nan, 5, nan}}});
  const Table masked = mask(original, "mdav", {{"k", 3}}).tables[0];
  const Numbers x = masked.column(0).to_numbers(), y = masked.column(1).to_numbers();
  EXPECT_EQ(x[0], 0.5);
  EXPECT_EQ(x[1], 0.5);
  EXPECT_TRUE(std::isnan(x[2]));
  EXPECT_EQ(x[3], 11.0);
  EXPECT_EQ(y[3], 5.0);
  EXPECT_TRUE(std::isnan(y[4]));
  EXPECT_TRUE(std::isnan(x[6]) && std::isnan(y[6]));
}

// Records without any value are in no group; filled in, fewer than k of them must not stand alone.
TEST(Mdav, FilledRecordsAreInClassesOfK) {
  const double none = std::nan("");
  for (const std::size_t blank : {1U, 2U, 3U, 7U}) {
    Numbers x, y;
    for (int i = 0; i < 40; ++i) {
      x.push_back(static_cast<double>(i * 37 % 101));
      y.push_back(static_cast<double>(i * 53 % 89));
    }
    for (std::size_t i = 0; i < blank; ++i) x[5 * i] = y[5 * i] = none;
    const Table original = numbers_table({{"x", x}, {"y", y}});
    const Table masked = mask(original, "mdav", {{"k", 3}, {"fill", true}}).tables[0];
    const Numbers first = masked.column(0).to_numbers(), second = masked.column(1).to_numbers();
    std::map<std::pair<double, double>, int> classes;
    for (std::size_t row = 0; row < first.size(); ++row) ++classes[{first[row], second[row]}];
    for (const auto& [values, size] : classes) EXPECT_GE(size, 3) << blank << " without values";
    EXPECT_EQ(masked.column(0).missing_count(), 0U);
  }
}

TEST(Mdav, AKAboveTheNumberOfRecordsIsAnError) {
  try {
    mask(incomes(4), "mdav", {{"k", 5}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_EQ(error.message, "k = 5 is more than the 4 records");
  }
}

// DEFINITIONS of the reference values: IL% = 100·SSE/SST on z-scores.
TEST(Mdav, ReferenceInformationLoss) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(tarragona, "tarragona.csv");
  const Table census_table = testing::read_numbers(census);
  ASSERT_EQ(census_table.rows(), 1080U);
  ASSERT_EQ(census_table.column_count(), 13U);
  EXPECT_NEAR(sse_percent(census_table, {{"k", 5}}), 9.088435498, 5e-10);
  EXPECT_NEAR(sse_percent(testing::read_numbers(census, census_four), {{"k", 5}}), 4.636319727, 5e-10);
  EXPECT_NEAR(sse_percent(testing::read_numbers(tarragona), {{"k", 5}}), 22.46185966, 5e-9);
}

// Groups {1, 2, 9} and {20, 21, 40}: medians 2 and 21, where means are 4 and 27.
TEST(Mdav, GroupsCanBecomeTheirMedians) {
  const Table original = testing::numbers_table({{"x", {1, 2, 9, 20, 21, 40}}});
  const Masked means = testing::mask(original, "mdav", {{"k", 3}});
  EXPECT_EQ(means.tables[0].column(0).to_numbers(), (Numbers{4, 4, 4, 27, 27, 27}));
  const Masked medians = testing::mask(original, "mdav", {{"k", 3}, {"centre", "median"}});
  EXPECT_EQ(medians.tables[0].column(0).to_numbers(), (Numbers{2, 2, 2, 21, 21, 21}));
  for (const char* method : {"variable-mdav", "projection-microaggregation"}) {
    EXPECT_EQ(
        testing::mask(original, method, {{"k", 3}, {"centre", "median"}}).tables[0].column(0).to_numbers(),
        (Numbers{2, 2, 2, 21, 21, 21}))
        << method;
  }
}

// The median of two present values is their mean; missing cells stay, or get the median.
TEST(Mdav, MediansTakeThePresentValues) {
  const Table original = testing::numbers_table({{"x", {1, 2, 3}}, {"y", {5, std::nan(""), 8}}});
  const Masked masked = testing::mask(original, "mdav", {{"k", 3}, {"centre", "median"}});
  const Numbers y = masked.tables[0].column(1).to_numbers();
  EXPECT_EQ(y[0], 6.5);
  EXPECT_TRUE(std::isnan(y[1]));
  const Masked filled = testing::mask(original, "mdav", {{"k", 3}, {"centre", "median"}, {"fill", true}});
  EXPECT_EQ(filled.tables[0].column(1).to_numbers(), (Numbers{6.5, 6.5, 6.5}));
}

}  // namespace
}  // namespace sfumato
