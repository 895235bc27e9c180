// Projection microaggregation by hand, its guarantee, missing values and bad input.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::incomes;
using testing::mask;
using testing::numbers_table;

const double nan = std::nan("");

TEST(ProjectionMicroaggregation, GroupsByHand) {
  // Both columns rise together: records 3 0 | 2 4 1 in the order of either score; k = 2, the surplus
  // goes to group 1 of two.
  const Table original = numbers_table({{"x", {2, 9, 5, 1, 8}}, {"y", {20, 90, 50, 10, 80}}});
  for (const char* onto : {"component", "zscores"}) {
    const Masked masked = mask(original, "projection-microaggregation", {{"k", 2}, {"onto", onto}});
    EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{1.5, 22.0 / 3, 22.0 / 3, 1.5, 22.0 / 3}));
    EXPECT_EQ(masked.tables[0].column(1).to_numbers(), (Numbers{15, 220.0 / 3, 220.0 / 3, 15, 220.0 / 3}));
    EXPECT_EQ(masked.details.at("groups").as_integer(), 2);
  }
}

TEST(ProjectionMicroaggregation, TheComponentSeesOppositeColumnsAndTheSumDoesNot) {
  // y = −x: the z-scores add up to 0, so file order decides; the component sorts by x.
  const Table original = numbers_table({{"x", {0, 10, 1, 11}}, {"y", {0, -10, -1, -11}}});
  const auto first = [&](const char* onto) {
    return mask(original, "projection-microaggregation", {{"k", 2}, {"onto", onto}})
        .tables[0]
        .column(0)
        .to_numbers();
  };
  EXPECT_EQ(first("component"), (Numbers{0.5, 10.5, 0.5, 10.5}));
  EXPECT_EQ(first("zscores"), (Numbers{5, 5, 6, 6}));
}

TEST(ProjectionMicroaggregation, OneColumnIsIndividualRanking) {
  const Table original = incomes(100).taking_columns({0});
  const Numbers projection =
      mask(original, "projection-microaggregation", {{"k", 7}}).tables[0].column(0).to_numbers();
  const Numbers ranking = mask(original, "individual-ranking", {{"k", 7}}).tables[0].column(0).to_numbers();
  for (std::size_t row = 0; row < 100; ++row) EXPECT_NEAR(projection[row], ranking[row], 1e-9);
}

TEST(ProjectionMicroaggregation, EveryCombinationStandsAtLeastKTimes) {
  for (const int k : {1, 2, 3, 7, 50}) {
    for (const std::size_t rows : {50, 51, 99, 100, 149, 400}) {
      const Table original = incomes(rows, static_cast<std::uint64_t>(k) * rows);
      for (const char* onto : {"component", "zscores"}) {
        const Table masked =
            mask(original, "projection-microaggregation", {{"k", k}, {"onto", onto}}).tables[0];
        std::map<std::vector<double>, int> classes;
        for (std::size_t row = 0; row < rows; ++row) {
          std::vector<double> record;
          for (ColumnId id = 0; id < masked.column_count(); ++id)
            record.push_back((*masked.column(id).get_if<Numbers>())[row]);
          ++classes[record];
        }
        for (const auto& [record, count] : classes) EXPECT_GE(count, k) << rows << " rows, " << onto;
      }
    }
  }
}

TEST(ProjectionMicroaggregation, AMissingScoreCountsAsTheMeanOfTheOthers) {
  // z of x: −1.26, 1.26, −0.32, 0.32, of y the same but for record 3, which has none: its score is
  // twice its z of x, so that it stays between records 2 and 1.
  const Table original = numbers_table({{"x", {1, 9, 4, 6, nan}}, {"y", {1, 9, 4, nan, nan}}});
  const Table masked =
      mask(original, "projection-microaggregation", {{"k", 2}, {"onto", "zscores"}}).tables[0];
  const Numbers x = masked.column(0).to_numbers(), y = masked.column(1).to_numbers();
  EXPECT_EQ(x[0], 2.5);
  EXPECT_EQ(x[3], 7.5);
  EXPECT_EQ(y[1], 9.0);
  EXPECT_TRUE(std::isnan(y[3]) && std::isnan(x[4]) && std::isnan(y[4]));
  const Table filled =
      mask(original, "projection-microaggregation", {{"k", 2}, {"onto", "zscores"}, {"fill", true}})
          .tables[0];
  EXPECT_EQ(filled.column(1).to_numbers()[3], 9.0);
  // Record 4 is in no group, and would be alone with the means 5 and 14/3: it joins the nearer group.
  EXPECT_EQ(filled.column(0).to_numbers()[4], 2.5);
}

TEST(ProjectionMicroaggregation, TooFewRecordsAreErrors) {
  const auto message = [](const Table& table) {
    try {
      mask(table, "projection-microaggregation", {{"k", 5}});
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      EXPECT_FALSE(error.hint.empty());
      return with_values(error.message, DataValues::shown);
    }
    return std::string("accepted");
  };
  EXPECT_EQ(message(incomes(4)), "k = 5 is more than the 4 records");
  EXPECT_EQ(message(numbers_table({{"x", {1, 2, nan, nan, 3}}, {"y", {1, 2, 4, nan, 3}}})),
            "k = 5 is more than the 4 records that have a value");
}

}  // namespace
}  // namespace sfumato
