// Distance linkage by hand, by brute force, and against reference values.
#include <gtest/gtest.h>

#include <cmath>

#include "stats/moments.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;
using testing::numbers_table;

TEST(DistanceLinkage, ByHand) {
  // Masked 0 is nearest to original 0; masked 1 (at 8) to original 2 with its own second; masked 2
  // lies midway between originals 1 and 2, so its own counts a half.
  const Table original = numbers_table({{"a", {0, 5, 10}}});
  const Table masked = numbers_table({{"a", {1, 8, 7.5}}});
  const Score score = measure(original, masked, "distance-linkage", {{"scale", "raw"}});
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0 * 1.5 / 3.0);
  EXPECT_DOUBLE_EQ(score.details.at("second_nearest_percent").as_number(), 100.0 * 1.5 / 3.0);
  EXPECT_DOUBLE_EQ(
      measure(original, masked, "distance-linkage", {{"scale", "raw"}, {"ties", "hit"}}).value.value(),
      100.0 * 2.0 / 3.0);
}

TEST(DistanceLinkage, DirectionChangesWhoseNeighbourIsSought) {
  const Table original = numbers_table({{"a", {0, 10}}});
  const Table masked = numbers_table({{"a", {9, 30}}});
  // From masked: 9 → 10 (wrong), 30 → 10 (right). From original: 0 → 9 (right), 10 → 9 (wrong).
  const Score forward = measure(original, masked, "distance-linkage", {{"scale", "raw"}});
  const Score backward =
      measure(original, masked, "distance-linkage", {{"scale", "raw"}, {"direction", "original-to-masked"}});
  EXPECT_DOUBLE_EQ(forward.value.value(), 50.0);
  EXPECT_DOUBLE_EQ(backward.value.value(), 50.0);
}

TEST(DistanceLinkage, UnmaskedDataAreFullyLinkedUpToTies) {
  const Table original = testing::incomes(500);
  EXPECT_DOUBLE_EQ(measure(original, original, "distance-linkage", {{"ties", "hit"}}).value.value(), 100.0);
}

double brute_force(const Table& original, const Table& masked, std::size_t columns) {
  const std::size_t n = original.rows();
  std::vector<Numbers> x, y;
  for (ColumnId id = 0; id < columns; ++id) {
    x.push_back(original.column(id).to_numbers());
    y.push_back(masked.column(id).to_numbers());
    const double sd = stats::moments(x.back()).sd();
    for (double& value : x.back()) value /= sd;
    for (double& value : y.back()) value /= sd;
  }
  double linked = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double nearest = 1e300, own = 0.0;
    std::size_t count = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double squared = 0.0;
      for (std::size_t c = 0; c < columns; ++c) squared += (y[c][i] - x[c][j]) * (y[c][i] - x[c][j]);
      if (j == i) own = squared;
      if (squared < nearest) {
        nearest = squared;
        count = 1;
      } else if (squared == nearest) {
        ++count;
      }
    }
    if (own == nearest) linked += 1.0 / static_cast<double>(count);
  }
  return linked;
}

TEST(DistanceLinkage, EqualsBruteForceForEveryPrefix) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Table original = testing::incomes(300, seed);
    for (const auto& masked : {testing::mask(original, "mdav", {{"k", 4}}).tables[0],
                               testing::mask(original, "rank-swapping", {{"window", 10}}, seed).tables[0]}) {
      const Score score = measure(original, masked, "distance-linkage", {{"prefixes", 4}});
      const auto& counts = score.details.at("counts").as_array();
      ASSERT_EQ(counts.size(), 4U);
      double sum = 0.0;
      for (std::size_t size = 1; size <= 4; ++size) {
        const double expected = brute_force(original, masked, size);
        EXPECT_NEAR(counts[size - 1].as_number(), expected, 1e-9);
        sum += expected;
      }
      EXPECT_NEAR(score.value.value(), 100.0 * sum / (300.0 * 4.0), 1e-9);
    }
  }
}

TEST(DistanceLinkage, DomainScaleNeedsADomain) {
  Table original = numbers_table({{"a", {0, 5, 10}}});
  const Table masked = numbers_table({{"a", {1, 8, 7.5}}});
  const Score without = measure(original, masked, "distance-linkage", {{"scale", "domain"}});
  EXPECT_FALSE(without.value);
  EXPECT_EQ(without.note, "scale=domain needs a declared domain, and column 'a' has none");
  ColumnInfo info = original.info(0);
  info.domain = Domain{0.0, 20.0};
  original.set_info(0, info);
  EXPECT_TRUE(measure(original, masked, "distance-linkage", {{"scale", "domain"}}).value);
}

TEST(DistanceLinkage, ReferenceValue) {
  SFUMATO_REQUIRE_REFERENCE(census, "census.csv");
  const Table four = testing::read_numbers(census, {"FICA", "FEDTAX", "INTVAL", "POTHVAL"});
  const Table masked = testing::mask(four, "mdav", {{"k", 5}}).tables[0];
  EXPECT_NEAR(measure(four, masked, "distance-linkage").value.value(), 17.96296, 5e-6);
  const Table masked20 = testing::mask(four, "mdav", {{"k", 20}}).tables[0];
  EXPECT_NEAR(measure(four, masked20, "distance-linkage").value.value(), 4.72, 5e-3);
}

}  // namespace
}  // namespace sfumato
