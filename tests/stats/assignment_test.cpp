// Assignments against a search through all pairings, with many ties and with columns to spare.
#include "stats/transport/assignment.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/error.hpp"
#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

double total(const CodedWeights& weights, const std::vector<std::uint32_t>& columns) {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.rows; ++i) sum += weights.weight(i, columns[i]);
  return sum;
}

// The best total over all pairings: best[s] of the first |s| rows with the columns in s.
double best_assignment(const CodedWeights& weights) {
  std::vector<double> best(std::size_t{1} << weights.columns, -1e300);
  best[0] = 0.0;
  double result = weights.rows == 0 ? 0.0 : -1e300;
  for (std::size_t used = 0; used < best.size(); ++used) {
    const auto row = static_cast<std::size_t>(__builtin_popcountll(used));
    if (row == weights.rows) result = std::max(result, best[used]);
    if (row >= weights.rows) continue;
    for (std::size_t k = 0; k < weights.columns; ++k) {
      if ((used >> k & 1U) != 0) continue;
      double& target = best[used | std::size_t{1} << k];
      target = std::max(target, best[used] + weights.weight(row, k));
    }
  }
  return result;
}

CodedWeights random_weights(std::size_t rows, std::size_t columns, std::size_t levels, std::uint64_t seed) {
  Rng rng({seed, 4});
  CodedWeights weights{rows, columns, {}, {}};
  for (std::size_t l = 0; l < levels; ++l) weights.levels.push_back(20.0 * rng.normal());
  for (std::size_t p = 0; p < rows * columns; ++p) {
    weights.codes.push_back(static_cast<std::uint16_t>(rng.below(levels)));
  }
  return weights;
}

TEST(Assignment, EqualsBruteForce) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  for (const auto& [rows, columns] : {std::pair{1, 1}, {2, 2}, {5, 5}, {9, 9}, {10, 10}, {4, 9}, {1, 8}}) {
    for (const std::size_t levels : {1, 2, 3, 8, 100}) {
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const CodedWeights weights =
            random_weights(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), levels, seed);
        const auto found = assignment(weights, run);
        ASSERT_EQ(std::set<std::uint32_t>(found.begin(), found.end()).size(), weights.rows);
        ASSERT_NEAR(total(weights, found), best_assignment(weights), 1e-9)
            << rows << "×" << columns << ", " << levels << " levels, seed " << seed;
      }
    }
  }
}

// A pairing is best if, and only if, prices exist at which every row has its best column; on larger
// problems the total is compared with that of the transposed problem, found on other paths.
TEST(Assignment, IsTheSameTransposed) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  for (const std::size_t levels : {2, 5, 128, 5000}) {
    const CodedWeights weights = random_weights(200, 200, levels, levels);
    CodedWeights turned = weights;
    for (std::size_t i = 0; i < 200; ++i) {
      for (std::size_t k = 0; k < 200; ++k) turned.codes[k * 200 + i] = weights.codes[i * 200 + k];
    }
    EXPECT_NEAR(total(weights, assignment(weights, run)), total(turned, assignment(turned, run)), 1e-9);
  }
}

TEST(Assignment, FindsTheDiagonal) {
  CodedWeights weights{50, 50, std::vector<std::uint16_t>(2500, 0), {0.0, 1.0}};
  for (std::size_t i = 0; i < 50; ++i) weights.codes[i * 50 + (i * 7) % 50] = 1;
  const auto found = assignment(weights, sfumato::Run({.seed = 1}));
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(found[i], (i * 7) % 50);
}

TEST(Assignment, NeedsAColumnForEachRow) {
  EXPECT_TRUE(assignment({}, sfumato::Run({.seed = 1})).empty());
  EXPECT_THROW(assignment(random_weights(3, 2, 2, 1), sfumato::Run({.seed = 1})), Error);
}

}  // namespace
}  // namespace sfumato::stats
