// Records that match when missing values match every value, against a comparison of every pair.
#include "stats/classes/wildcard_classes.hpp"

#include <gtest/gtest.h>

namespace sfumato::stats {
namespace {

const sfumato::Run run({.seed = 1, .threads = 2});

KeyTable random_keys(std::size_t rows, std::size_t columns, std::int32_t distinct, double missing, Rng& rng) {
  KeyTable keys{rows, std::vector<KeyColumn>(columns)};
  for (KeyColumn& column : keys.columns) {
    column.distinct = distinct;
    column.codes.resize(rows);
    for (std::int32_t& code : column.codes) {
      const auto value = static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(distinct)));
      code = rng.chance(missing) ? KeyColumn::missing : value;
    }
  }
  return keys;
}

// The definition, pair by pair.
WildcardCounts plain_counts(const KeyTable& keys, const std::vector<double>& weights, double alpha) {
  WildcardCounts result{std::vector<double>(keys.rows), std::vector<double>(keys.rows)};
  const auto blank = [&](std::size_t row) {
    return std::all_of(keys.columns.begin(), keys.columns.end(),
                       [&](const KeyColumn& column) { return column.codes[row] == KeyColumn::missing; });
  };
  for (std::size_t a = 0; a < keys.rows; ++a) {
    for (std::size_t b = 0; b < keys.rows; ++b) {
      double count = blank(b) && !blank(a) ? 0.0 : 1.0;
      for (const KeyColumn& column : keys.columns) {
        const bool left = column.codes[a] == KeyColumn::missing,
                   right = column.codes[b] == KeyColumn::missing;
        if (!left && !right && column.codes[a] != column.codes[b]) count = 0.0;
        if (left && right && a != b && !blank(a)) count = std::min(count, alpha);
      }
      result.records[a] += count;
      result.weights[a] += count * weights[b];
    }
  }
  return result;
}

TEST(WildcardCounts, ByHand) {
  // Rows: (0,0) (0,?) (?,?) (1,0) (?,?). The first matches itself and the second; the blank ones match all
  // five and count for no other.
  const KeyTable keys{5, {{{0, 0, -1, 1, -1}, 2}, {{0, -1, -1, 0, -1}, 1}}};
  const std::vector<double> weights{1, 10, 100, 1000, 10000};
  const WildcardCounts whole = wildcard_counts(keys, weights, 1.0, run);
  EXPECT_EQ(whole.records, (std::vector<double>{2, 2, 5, 1, 5}));
  EXPECT_EQ(whole.weights, (std::vector<double>{11, 11, 11111, 1000, 11111}));
  // Rows (0,?) twice and (?,0): the first two both miss the second column.
  const KeyTable wild{3, {{{0, 0, -1}, 1}, {{-1, -1, 0}, 1}}};
  EXPECT_EQ(wildcard_counts(wild, {}, 0.5, run).records, (std::vector<double>{2.5, 2.5, 3}));
  const WildcardCounts nothing = wildcard_counts(keys, {}, 0.0, run);
  EXPECT_EQ(nothing.records, (std::vector<double>{2, 2, 5, 1, 5}));
  EXPECT_TRUE(nothing.weights.empty());
}

TEST(WildcardCounts, AreThoseOfEveryPair) {
  Rng rng({3, 9});
  struct Case {
    std::size_t rows, columns;
    std::int32_t distinct;
    double missing;
  };
  for (const Case& size : {Case{0, 2, 2, 0.1},
                           {1, 1, 1, 0.5},
                           {60, 1, 3, 0.2},
                           {120, 3, 2, 0.3},
                           {200, 5, 3, 0.1},
                           {150, 30, 7, 0.8},
                           {100, 70, 2, 0.9},
                           {80, 3, 2, 0.0}}) {
    const KeyTable keys = random_keys(size.rows, size.columns, size.distinct, size.missing, rng);
    std::vector<double> weights(size.rows);
    for (double& weight : weights) weight = static_cast<double>(rng.below(64)) / 4;
    for (const double alpha : {0.0, 0.25, 1.0}) {
      const WildcardCounts found = wildcard_counts(keys, weights, alpha, run);
      const WildcardCounts expected = plain_counts(keys, weights, alpha);
      EXPECT_EQ(found.records, expected.records) << size.rows << " x " << size.columns << ", " << alpha;
      EXPECT_EQ(found.weights, expected.weights) << size.rows << " x " << size.columns << ", " << alpha;
    }
  }
}

TEST(WildcardCounts, AreClassSizesWhereNothingIsMissing) {
  Rng rng({4, 9});
  const KeyTable keys = random_keys(5000, 4, 5, 0.0, rng);
  const KeyClasses classes = equal_classes(keys, run);
  const WildcardCounts found = wildcard_counts(keys, {}, 1.0, run);
  for (std::size_t row = 0; row < keys.rows; ++row) {
    ASSERT_EQ(found.records[row], classes.sizes[classes.of_row[row]]);
  }
}

// Rows (1, 1), (1, 2), blank, blank: the blank ones match all four, and count for neither of the others.
TEST(WildcardCounts, BlankRecordsCountForNoOther) {
  const KeyTable keys{4, {{{0, 0, -1, -1}, 1}, {{0, 1, -1, -1}, 2}}};
  const std::vector<double> weights{2, 3, 5, 7};
  for (const double alpha : {0.0, 1.0}) {
    const WildcardCounts counts = wildcard_counts(keys, weights, alpha, sfumato::Run({.seed = 1}));
    EXPECT_EQ(counts.records, (std::vector<double>{1, 1, 4, 4}));
    EXPECT_EQ(counts.weights, (std::vector<double>{2, 3, 17, 17}));
  }
}

}  // namespace
}  // namespace sfumato::stats
