// Rank linkage by hand, by brute force, and against reference values.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/ranks/ranks.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(RankLinkage, ByHand) {
  // Ranks of X: (1,3) (2,1) (3,2). Ranks of Y: (3,3) (1,1) (2,2).
  // Nearest: (1,3) to (2,2): √2; (2,1) to (1,1) or (2,2): 1; (3,2) to (3,3) or (2,2): 1.
  const Table original = numbers_table({{"a", {10, 20, 30}}, {"b", {9, 1, 5}}});
  const Table masked = numbers_table({{"a", {7, 1, 3}}, {"b", {40, 10, 20}}});
  const Score score = measure(original, masked, "rank-linkage");
  ASSERT_TRUE(score.value);
  EXPECT_DOUBLE_EQ(*score.value, std::log(std::sqrt(2.0)) / 6.0);
  EXPECT_DOUBLE_EQ(score.details.at("mean_distance").as_number(), (std::sqrt(2.0) + 2.0) / 3.0);
  EXPECT_DOUBLE_EQ(*measure(original, masked, "rank-linkage", {{"form", "log-mean"}}).value,
                   std::log((std::sqrt(2.0) + 2.0) / 3.0) / 2.0);
  EXPECT_DOUBLE_EQ(*measure(original, masked, "rank-linkage", {{"form", "printed"}}).value,
                   std::log(std::sqrt(2.0) + 2.0) / 3.0);
}

TEST(RankLinkage, GivesEachRecordsDistance) {
  const Table original = numbers_table({{"a", {10, std::nan(""), 20, 30}}, {"b", {9, 4, 1, 5}}});
  const Table masked = numbers_table({{"a", {7, 2, 1, 3}}, {"b", {40, 4, 10, 20}}});
  const Score score = measure(original, masked, "rank-linkage");
  ASSERT_EQ(score.per_record.size(), 4U);
  EXPECT_DOUBLE_EQ(score.per_record[0], std::sqrt(2.0));
  EXPECT_TRUE(std::isnan(score.per_record[1]));  // left out
  EXPECT_EQ(score.per_record[2], 1.0);
  EXPECT_EQ(score.reading, "the nearest masked record is 1.14 ranks away on average");
}

TEST(RankLinkage, TakesFilesOfUnequalLength) {
  // Ranks 1 … 4 against 1, 2 of two records, which are (r − ½)·4/2 + ½ = 1.5 and 3.5: all at distance ½.
  const Table original = numbers_table({{"a", {1, 2, 3, 4}}});
  const Table masked = numbers_table({{"a", {5, 9}}});
  const Score score = measure(original, masked, "rank-linkage");
  EXPECT_DOUBLE_EQ(score.value.value(), std::log(0.5));
  EXPECT_EQ(score.per_record, (std::vector<double>{0.5, 0.5, 0.5, 0.5}));
  EXPECT_EQ(score.details.at("masked_records").as_integer(), 2);
}

TEST(RankLinkage, OfFewerOrMoreMaskedRecordsEqualsBruteForce) {
  for (const std::size_t masked_rows : {7U, 150U}) {
    const Table original = testing::incomes(60, 3), masked = testing::incomes(masked_rows, 4);
    const auto ranked = [](const Table& table, ColumnId column) {
      return stats::average_ranks(table.column(column).to_numbers());
    };
    double sum = 0.0;
    for (std::size_t i = 0; i < 60; ++i) {
      double least = 1e300;
      for (std::size_t k = 0; k < masked_rows; ++k) {
        double squared = 0.0;
        for (ColumnId j = 0; j < original.column_count(); ++j) {
          const double rank = (ranked(masked, j)[k] - 0.5) * 60.0 / static_cast<double>(masked_rows) + 0.5;
          squared += (ranked(original, j)[i] - rank) * (ranked(original, j)[i] - rank);
        }
        least = std::min(least, squared);
      }
      sum += 0.5 * std::log(least);
    }
    const double expected = sum / (60.0 * static_cast<double>(original.column_count()));
    EXPECT_NEAR(measure(original, masked, "rank-linkage").value.value(), expected, 1e-12);
  }
}

TEST(RankLinkage, ExactMatchIsReportedOrFloored) {
  const Table original = numbers_table({{"a", {1, 2, 3, 4}}});
  const Table masked = numbers_table({{"a", {10, 20, 30, 40}}});  // a monotone change: same ranks
  const Score reported = measure(original, masked, "rank-linkage");
  EXPECT_FALSE(reported.value);
  EXPECT_EQ(reported.note, "4 original records are matched exactly (rank distance 0)");
  EXPECT_EQ(reported.details.at("zero_distances").as_integer(), 4);
  const Score floored = measure(original, masked, "rank-linkage", {{"zero", "floor"}});
  EXPECT_DOUBLE_EQ(floored.value.value(), std::log(0.5));
}

TEST(RankLinkage, EqualsBruteForce) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Table original = testing::incomes(200, seed);
    const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.5}}, seed).tables[0];
    double sum = 0.0;
    std::vector<std::vector<double>> x, y;
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      x.push_back(stats::average_ranks(original.column(id).to_numbers()));
      y.push_back(stats::average_ranks(masked.column(id).to_numbers()));
    }
    for (std::size_t i = 0; i < 200; ++i) {
      double nearest = 1e300;
      for (std::size_t j = 0; j < 200; ++j) {
        double squared = 0.0;
        for (std::size_t c = 0; c < x.size(); ++c) squared += (x[c][i] - y[c][j]) * (x[c][i] - y[c][j]);
        nearest = std::min(nearest, squared);
      }
      sum += std::log(std::sqrt(nearest));
    }
    EXPECT_NEAR(measure(original, masked, "rank-linkage").value.value(), sum / (200.0 * 4.0), 1e-12);
  }
}

TEST(RankLinkage, MonotoneChangesOfColumnsChangeNothing) {
  const Table original = testing::incomes(300);
  const Table masked = testing::mask(original, "additive-noise", {{"amount", 0.3}}).tables[0];
  Table bent = masked;
  for (ColumnId id = 0; id < bent.column_count(); ++id) {
    for (double& value : bent.edit_numbers(id)) value = std::cbrt(value);
  }
  EXPECT_EQ(measure(original, masked, "rank-linkage").value, measure(original, bent, "rank-linkage").value);
}

TEST(RankLinkage, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table original = testing::read_numbers(census);
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(original, masked, "rank-linkage").value.value(), 0.45048, 5e-6);
  const Table four = testing::read_numbers(census, {"FICA", "FEDTAX", "INTVAL", "POTHVAL"});
  const Table masked_four = testing::mask(four, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(four, masked_four, "rank-linkage").value.value(), 1.193710314, 5e-10);
}

TEST(RankLinkage, ReferenceValueOnEia) {
  SFUMATO_REQUIRE_REFERENCE(eia, "eia.csv");
  const Table original =
      testing::read_numbers(eia, {"MONTH", "RESREVENUE", "RESSALES", "COMREVENUE", "COMSALES", "INDREVENUE",
                                  "INDSALES", "OTHREVENUE", "OTHRSALES", "TOTREVENUE", "TOTSALES"});
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(original, masked, "rank-linkage").value.value(), 0.5759, 5e-5);
}

// Unequal lengths, incomplete records left out in each file for itself: ranks 1, 2, 3 against (r − ½)·3/2 + ½
// = 1.25 and 2.75, at distances ¼, ¾ and ¼, below the half rank of files of equal length.
TEST(RankLinkage, LeavesIncompleteRecordsOutOfEachFile) {
  const double none = std::nan("");
  const Table original = numbers_table({{"a", {1, 2, none, 4}}}),
              masked = numbers_table({{"a", {5, none, 9}}});
  const Score score = measure(original, masked, "rank-linkage");
  EXPECT_DOUBLE_EQ(score.value.value(), (2.0 * std::log(0.25) + std::log(0.75)) / 3.0);
  EXPECT_TRUE(std::isnan(score.per_record[2]));
  EXPECT_EQ(score.per_record[3], 0.25);
}

}  // namespace
}  // namespace sfumato
