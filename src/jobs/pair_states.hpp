// What parts of the records of an original and its masked table add to measures of pairs. Every sum is exact
// and every other merge is a count or a maximum, so that results do not depend on the parts.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/exact_sum.hpp"
#include "core/value.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/neighbours/exact_scale.hpp"
#include "stats/ranks/interval_shares.hpp"

namespace sfumato::jobs {

// The first look at a column of numbers.
struct PairColumnFacts {
  enum Side { original, masked, originals_alone, masked_alone };

  std::uint64_t present_original = 0, present_masked = 0;
  std::uint64_t suppressed = 0;        // masked values that are missing and whose originals are not
  std::uint64_t suppressed_known = 0;  // of these, in records whose originals miss nothing
  std::uint64_t beyond = 0;            // originals whose squares overflow
  ExactSum sum, differences;           // of complete pairs: originals, and squared differences
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  std::array<stats::ScaleFacts, 4> sides{};

  Value state() const;
  static PairColumnFacts of_state(const Value& state);
  void merge(const PairColumnFacts& other);
  bool constant() const { return lowest >= highest; }
  double mean(std::uint64_t complete) const;
};

struct PairFacts {
  std::uint64_t rows = 0, masked_rows = 0;
  std::uint64_t incomplete = 0;  // originals that miss a value in a compared column of any kind
  std::uint64_t known = 0;       // records whose originals have all numbers
  std::uint64_t complete = 0;    // of these, records whose masked values are all there
  std::uint64_t originals_alone = 0, masked_alone = 0;  // one side has all numbers, and the other has not
  std::vector<PairColumnFacts> columns;

  Value state() const;
  static PairFacts of_state(const Value& state);
  void merge(const PairFacts& other);
  // Does the column have masked values that are missing, so that positions take the place of ranks?
  bool coarse(std::size_t column) const { return columns[column].suppressed > 0; }
  bool any_coarse() const;
};

// Sums of squared deviations from the means.
struct PairSquares {
  std::vector<ExactSum> columns;

  Value state() const;
  static PairSquares of_state(const Value& state);
  void merge(const PairSquares& other);
};

// How many records are enclosed by intervals, by column.
struct PairWidths {
  stats::IntervalCounts counts;

  Value state() const;
  static PairWidths of_state(const Value& state);
  void merge(const PairWidths& other);
};

// From ranks: intervals, and the sum of twice the largest change of rank.
struct PairChanges {
  PairWidths widths;
  std::uint64_t twice = 0;

  Value state() const;
  static PairChanges of_state(const Value& state);
  void merge(const PairChanges& other);
};

// The largest differences of distribution functions, by column; a column that was not looked at has 0.
struct PairSteps {
  std::vector<double> columns;

  Value state() const;
  static PairSteps of_state(const Value& state);
  void merge(const PairSteps& other);
};

// From the first and the second look.
stats::Moments moments_of(const PairFacts& facts, const PairSquares& squares, std::size_t column);

}  // namespace sfumato::jobs
