// Confidentiality without a mapping: swapped records, strongly correlated data, files of unequal length.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/rng.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

Table correlated_normals(std::size_t rows, std::size_t columns, double correlation, std::uint64_t seed) {
  Rng rng({seed, 21});
  testing::NamedNumbers data;
  for (std::size_t j = 0; j < columns; ++j)
    data.emplace_back("v" + std::to_string(j), std::vector<double>(rows));
  for (std::size_t i = 0; i < rows; ++i) {
    const double shared = std::sqrt(correlation) * rng.normal();
    for (auto& [name, values] : data) values[i] = shared + std::sqrt(1.0 - correlation) * rng.normal();
  }
  return numbers_table(data);
}

TEST(Cm3, SwappingWholeRecordsIsNoProtection) {
  const Table original = correlated_normals(500, 4, 0.4, 1);
  std::vector<std::size_t> rows(500);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  Rng rng({1, 2});
  rng.shuffle(std::span(rows));
  const Table swapped = original.taking_rows(rows);
  EXPECT_NEAR(measure(original, swapped, "cm3").value.value(), 0.0, 1e-12);
  EXPECT_GT(measure(original, swapped, "cm2").value.value(), 0.9);  // which does not see it
}

// Published: 0.0277 for four columns of 1,080 records that correlate by 0.99; data and synthesis are draws.
TEST(Cm3, OfStronglyCorrelatedSyntheticData) {
  double sum = 0.0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Table original = correlated_normals(1080, 4, 0.99, seed);
    sum += measure(original, testing::mask(original, "ipso", {}, seed).tables[0], "cm3").value.value();
  }
  RecordProperty("cm3", std::to_string(sum / 20.0));
  EXPECT_NEAR(sum / 20.0, 0.0277, 0.002);
}

TEST(Cm3, TakesFilesOfUnequalLength) {
  const Table original = correlated_normals(300, 3, 0.5, 1), masked = correlated_normals(200, 3, 0.5, 2);
  const Score score = measure(original, masked, "cm3");
  EXPECT_TRUE(score.value.has_value());
  EXPECT_EQ(score.details.at("records"), Value(200));
  EXPECT_EQ(score.details.at("sampled_rows"), Value(200));
  EXPECT_EQ(measure(masked, original, "cm3").details.at("sampled_rows"), Value(200));
}

TEST(Cm3, NeedsTwoColumns) {
  const Table original = correlated_normals(50, 1, 0.5, 1);
  const Score score = measure(original, original, "cm3");
  EXPECT_FALSE(score.value);
  EXPECT_NE(score.note.find("two columns"), std::string::npos);
}

TEST(Cm3, IsTheLeastOverColumns) {
  const Table original = correlated_normals(200, 3, 0.6, 1), masked = correlated_normals(200, 3, 0.6, 2);
  const Score score = measure(original, masked, "cm3");
  double least = 1.0;
  for (const auto& [name, value] : score.details.at("per_column").as_object()) {
    least = std::min(least, value.as_number());
  }
  EXPECT_EQ(score.value, least);
  EXPECT_EQ(score.details.at("per_column").at(score.details.at("column").as_text()), Value(least));
}

}  // namespace
}  // namespace sfumato
