// The optimal cut of sorted values against every cut there is, against a plain shortest path, and with
// difficult numbers.
#include "stats/groups/optimal_partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

using Starts = std::vector<std::uint32_t>;

// Two passes in extended precision, so that a large offset takes no digits.
long double within(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  long double mean = 0.0L, squares = 0.0L;
  for (std::size_t i = begin; i < end; ++i) mean += values[i];
  mean /= static_cast<long double>(end - begin);
  for (std::size_t i = begin; i < end; ++i) squares += (values[i] - mean) * (values[i] - mean);
  return squares;
}

long double total(const std::vector<double>& values, const Starts& starts) {
  long double sum = 0.0L;
  for (std::size_t group = 0; group + 1 < starts.size(); ++group)
    sum += within(values, starts[group], starts[group + 1]);
  return sum;
}

// Tries every cut into groups of at least k, of any size.
long double least_of_all(const std::vector<double>& values, std::size_t k, std::size_t begin = 0) {
  if (begin == values.size()) return 0.0L;
  long double best = std::numeric_limits<long double>::infinity();
  for (std::size_t end = begin + k; end <= values.size(); ++end) {
    best = std::min(best, within(values, begin, end) + least_of_all(values, k, end));
  }
  return best;
}

// The same least sum by a shortest path that tries every start of every group.
long double least_by_path(const std::vector<double>& values, std::size_t k) {
  std::vector<long double> best(values.size() + 1, std::numeric_limits<long double>::infinity());
  best[0] = 0.0L;
  for (std::size_t end = k; end <= values.size(); ++end) {
    for (std::size_t begin = end < 2 * k ? 0 : end - 2 * k + 1; begin + k <= end; ++begin)
      best[end] = std::min(best[end], best[begin] + within(values, begin, end));
  }
  return best.back();
}

struct Shape {
  const char* name;
  std::function<double(Rng&)> draw;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {"normal", [](Rng& rng) { return rng.normal(); }},
      {"ties", [](Rng& rng) { return static_cast<double>(rng.below(4)); }},
      {"constant", [](Rng&) { return 0.1; }},
      {"skewed", [](Rng& rng) { return std::exp(3.0 * rng.normal()); }},
      {"negative", [](Rng& rng) { return -std::exp(3.0 * rng.normal()); }},
      {"offset", [](Rng& rng) { return 1e9 + rng.uniform(); }},
      {"two ends", [](Rng& rng) { return (rng.chance(0.2) ? -1e6 : 0.0) + rng.uniform(); }},
      {"huge", [](Rng& rng) { return 1e150 * rng.uniform(-1.0, 1.0); }},
      {"tiny", [](Rng& rng) { return 1e-200 * rng.normal(); }},
  };
  return all;
}

std::vector<double> sorted_draws(const Shape& shape, std::size_t count, std::uint64_t seed) {
  Rng rng({seed, 17});
  std::vector<double> values(count);
  for (double& value : values) value = shape.draw(rng);
  std::sort(values.begin(), values.end());
  return values;
}

// As good as the least sum, but for rounding in the last digits of the largest squares at hand.
void expect_least(const std::vector<double>& values, std::size_t k, long double least, const char* name) {
  const Starts starts = optimal_starts(values, k);
  ASSERT_EQ(starts.front(), 0U);
  ASSERT_EQ(starts.back(), values.size());
  for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
    const std::size_t size = starts[group + 1] - starts[group];
    EXPECT_GE(size, k);
    EXPECT_LE(size, 2 * k - 1);
  }
  EXPECT_LE(static_cast<double>(total(values, starts) / (least > 0.0L ? least : 1.0L)),
            least > 0.0L ? 1.0 + 1e-12 : 1e-30)
      << name << ", " << values.size() << " values, k = " << k;
}

TEST(OptimalPartition, ByHand) {
  // 0 1 | 10 11 12 | 20 21 with k = 2 costs 0.5 + 2 + 0.5; no other cut into twos and threes does better.
  EXPECT_EQ(optimal_starts(std::vector<double>{0, 1, 10, 11, 12, 20, 21}, 2), (Starts{0, 2, 5, 7}));
  // Groups of 3 and 4: the gap decides where the fourth goes, which fixed sizes cannot see.
  EXPECT_EQ(optimal_starts(std::vector<double>{1, 2, 3, 4, 50, 51, 52}, 3), (Starts{0, 4, 7}));
  EXPECT_EQ(optimal_starts(std::vector<double>{1, 2, 3, 50, 51, 52, 53}, 3), (Starts{0, 3, 7}));
}

TEST(OptimalPartition, FewValuesAreOneGroup) {
  EXPECT_EQ(optimal_starts({}, 3), (Starts{0}));
  EXPECT_EQ(optimal_starts(std::vector<double>{1, 2, 3}, 3), (Starts{0, 3}));
  EXPECT_EQ(optimal_starts(std::vector<double>{1, 2, 3, 4, 100}, 3), (Starts{0, 5}));
  EXPECT_EQ(optimal_starts(std::vector<double>{4, 5, 9}, 1), (Starts{0, 1, 2, 3}));
}

TEST(OptimalPartition, NoCutIsBetter) {
  for (const Shape& shape : shapes()) {
    for (std::size_t k = 1; k <= 5; ++k) {
      for (std::size_t count = k; count <= 14; ++count) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          const std::vector<double> values = sorted_draws(shape, count, seed * 100 + count);
          expect_least(values, k, least_of_all(values, k), shape.name);
        }
      }
    }
  }
}

// Group sizes large enough for the matrix search, with whole and broken blocks at the end.
TEST(OptimalPartition, NoPathIsShorter) {
  for (const Shape& shape : shapes()) {
    for (const std::size_t k : {2, 7, 12, 13, 14, 20, 33, 64}) {
      for (const std::size_t count : {2 * k, 3 * k - 1, 3 * k, 3 * k + 1, 200 + k, std::size_t{400}}) {
        const std::vector<double> values = sorted_draws(shape, count, count);
        expect_least(values, k, least_by_path(values, k), shape.name);
      }
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
