// Individual ranking by hand, its guarantee per column, the optimum against fixed groups, missing
// values and bad input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::incomes;
using testing::mask;
using testing::numbers_table;

Numbers masked_column(const std::vector<double>& values, const ParamValues& params) {
  return mask(numbers_table({{"x", values}}), "individual-ranking", params).tables[0].column(0).to_numbers();
}

TEST(IndividualRanking, GroupsByHand) {
  // Sorted 1 2 3 | 4 5 6 20 | 30 31 32: ten values, k = 3, the middle one of three groups has four.
  EXPECT_EQ(masked_column({32, 1, 4, 31, 2, 20, 5, 3, 6, 30}, {{"k", 3}}),
            (Numbers{31, 2, 8.75, 31, 2, 8.75, 8.75, 2, 8.75, 31}));
  // The optimum takes 20 to the upper group: 1 2 3 | 4 5 6 | 20 30 31 32.
  EXPECT_EQ(masked_column({32, 1, 4, 31, 2, 20, 5, 3, 6, 30}, {{"k", 3}, {"optimal", true}}),
            (Numbers{28.25, 2, 5, 28.25, 2, 28.25, 5, 2, 5, 28.25}));
}

TEST(IndividualRanking, EqualValuesAreTakenInFileOrder) {
  EXPECT_EQ(masked_column({5, 5, 1, 5}, {{"k", 2}}), (Numbers{3, 5, 3, 5}));
}

TEST(IndividualRanking, ColumnsAreTreatedByThemselves) {
  const Table original = incomes(97);
  const Masked together = mask(original, "individual-ranking", {{"k", 4}});
  std::int64_t groups = 0;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const Masked alone = mask(original.taking_columns({id}), "individual-ranking", {{"k", 4}});
    EXPECT_EQ(together.tables[0].column(id), alone.tables[0].column(0));
    groups += alone.details.at("groups").as_integer();
  }
  EXPECT_EQ(together.details.at("groups").as_integer(), groups);
}

TEST(IndividualRanking, EveryValueStandsAtLeastKTimesAndRanksAreKept) {
  for (const int k : {1, 2, 3, 7, 15, 40}) {
    for (const std::size_t rows : {40, 41, 79, 80, 81, 200}) {
      const Table original = incomes(rows, rows + static_cast<std::uint64_t>(k));
      for (const bool optimal : {false, true}) {
        const Table masked = mask(original, "individual-ranking", {{"k", k}, {"optimal", optimal}}).tables[0];
        for (ColumnId id = 0; id < masked.column_count(); ++id) {
          const Numbers before = original.column(id).to_numbers(), after = masked.column(id).to_numbers();
          std::map<double, int> counts;
          for (const double value : after) ++counts[value];
          for (const auto& [value, count] : counts)
            EXPECT_GE(count, k) << rows << " rows, optimal " << optimal;
          for (std::size_t a = 0; a < rows; ++a) {
            for (std::size_t b = 0; b < rows; ++b) {
              if (before[a] < before[b]) {
                EXPECT_LE(after[a], after[b]);
              }
            }
          }
        }
      }
    }
  }
}

TEST(IndividualRanking, TheOptimumLosesNoMore) {
  for (const int k : {2, 3, 10, 25}) {
    const Table original = incomes(500, static_cast<std::uint64_t>(k));
    const auto lost = [&](bool optimal) {
      return mask(original, "individual-ranking", {{"k", k}, {"optimal", optimal}})
          .details.at("sse_percent")
          .as_number();
    };
    EXPECT_LT(lost(true), lost(false)) << "k = " << k;
  }
}

TEST(IndividualRanking, AConstantColumnStaysAsItIs) {
  const std::vector<double> values(37, 0.1);
  for (const bool optimal : {false, true})
    EXPECT_EQ(masked_column(values, {{"k", 10}, {"optimal", optimal}}), values);
}

TEST(IndividualRanking, FewerThanTwoGroupsAreOne) {
  for (const bool optimal : {false, true})
    EXPECT_EQ(masked_column({1, 2, 3, 4, 10}, {{"k", 3}, {"optimal", optimal}}), Numbers(5, 4.0));
}

TEST(IndividualRanking, MissingValuesStayUnlessFilled) {
  const double nan = std::nan("");
  const Table original =
      numbers_table({{"x", {1, nan, 3, 11, 13, nan}}, {"y", {nan, nan, nan, nan, nan, nan}}});
  const Table kept = mask(original, "individual-ranking", {{"k", 2}}).tables[0];
  const Numbers x = kept.column(0).to_numbers();
  EXPECT_EQ(x[0], 2.0);
  EXPECT_TRUE(std::isnan(x[1]) && std::isnan(x[5]));
  EXPECT_EQ(x[3], 12.0);
  EXPECT_EQ(kept.column(1), original.column(1));
  const Table filled = mask(original, "individual-ranking", {{"k", 2}, {"fill", true}}).tables[0];
  EXPECT_EQ(filled.column(0).to_numbers(), (Numbers{2, 7, 2, 12, 12, 7}));
  EXPECT_EQ(filled.column(1), original.column(1));
}

TEST(IndividualRanking, TooFewRecordsOrValuesAreErrors) {
  const double nan = std::nan("");
  try {
    mask(incomes(4), "individual-ranking", {{"k", 5}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "k = 5 is more than the 4 records");
  }
  try {
    mask(numbers_table({{"x", {1, 2, 3, 4}}, {"wage", {1, nan, 3, nan}}}), "individual-ranking");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_EQ(error.message, "column 'wage' has 2 values, fewer than k = 3");
    EXPECT_FALSE(error.hint.empty());
  }
}

// Groups 1, 2, 9 and 20, 21, 40, 60 by rank.
TEST(IndividualRanking, GroupsCanBecomeTheirMedians) {
  const Table original = testing::numbers_table({{"x", {9, 1, 2, 60, 20, 40, 21}}});
  const Masked masked = testing::mask(original, "individual-ranking", {{"k", 3}, {"centre", "median"}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{2, 2, 2, 30.5, 30.5, 30.5, 30.5}));
}

}  // namespace
}  // namespace sfumato
