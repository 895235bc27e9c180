// Agreement as intervals of places: in a block of rows of one file a column's values have places that
// fit into a byte, and a record of the other file agrees with an interval of them. So one subtraction
// and one comparison of bytes decide 32 pairs at once, exactly as the differences of doubles would:
// rounding is monotone, so the values that agree still form an interval.
#include "stats/linkage/agreement_patterns.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/vector_clones.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::stats {
namespace {

using ByteLanes = std::uint8_t __attribute__((vector_size(32), aligned(1), may_alias));
constexpr std::size_t vectors = 7;
constexpr std::size_t block_size =
    vectors * sizeof(ByteLanes);         // below 255, so that 255 is not a valid place
constexpr std::size_t tile_size = 1024;  // rows of a at a time, at most
constexpr std::uint8_t nowhere = 255;
constexpr std::size_t byte_columns = 8;
constexpr std::size_t tallies = 8;  // side by side: equal patterns in a row do not wait for each other

}  // namespace

// The patterns of one row of `a`, counted over the blocks of `b`. Up to eight columns a pattern is a
// byte; beyond, bytes are put together and the patterns that occur are listed.
struct RowTally {
  using Interval = AgreementPatterns::Interval;

  explicit RowTally(std::size_t column_count)
      : columns(column_count),
        counts(column_count <= byte_columns ? tallies << byte_columns : std::size_t{1} << column_count) {}

  std::size_t columns;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> seen;
  std::vector<PatternCount> result;

  void add(const std::uint8_t* places, const Interval* intervals, std::size_t rows);
  void finish();
};

namespace {

// Bit j of each byte: the row of the block agrees in column j of these (at most eight) columns.
[[gnu::always_inline]] inline void agreeing(const std::uint8_t* places, const RowTally::Interval* intervals,
                                            std::size_t columns, std::uint8_t* patterns) {
  ByteLanes bits[vectors] = {};
  for (std::size_t j = 0; j < columns; ++j) {
    const auto* column = reinterpret_cast<const ByteLanes*>(places + j * block_size);
    const ByteLanes first = ByteLanes{} + intervals[j].first, width = ByteLanes{} + intervals[j].width;
    ByteLanes bit;
    std::memset(&bit, 1 << j, sizeof bit);
    for (std::size_t v = 0; v < vectors; ++v) {
      bits[v] |= reinterpret_cast<ByteLanes>((column[v] - first) <= width) & bit;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) reinterpret_cast<ByteLanes*>(patterns)[v] = bits[v];
}

SFUMATO_VECTOR_CLONES void tally_bytes(const std::uint8_t* places, const RowTally::Interval* intervals,
                                       std::size_t columns, std::size_t rows, std::uint32_t* counts) {
  std::uint8_t patterns[block_size];
  agreeing(places, intervals, columns, patterns);
  std::size_t row = 0;
  for (; row + tallies <= rows; row += tallies) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, patterns + row, sizeof eight);
    for (std::size_t t = 0; t < tallies; ++t) {
      ++counts[(t << byte_columns) + static_cast<std::uint8_t>(eight >> (8 * t))];
    }
  }
  for (; row < rows; ++row) ++counts[patterns[row]];
}

SFUMATO_VECTOR_CLONES void wide_patterns(const std::uint8_t* places, const RowTally::Interval* intervals,
                                         std::size_t columns, std::uint32_t* patterns) {
  std::fill_n(patterns, block_size, 0U);
  for (std::size_t begin = 0; begin < columns; begin += byte_columns) {
    std::uint8_t bytes[block_size];
    agreeing(places + begin * block_size, intervals + begin, std::min(byte_columns, columns - begin), bytes);
    for (std::size_t row = 0; row < block_size; ++row) patterns[row] |= std::uint32_t{bytes[row]} << begin;
  }
}

// Sets a bit of the patterns of those that agree with a value.
SFUMATO_VECTOR_CLONES void add_agreement(double value, const double* others, double tolerance,
                                         std::uint32_t bit, std::size_t count, std::uint32_t* patterns) {
  for (std::size_t k = 0; k < count; ++k) {
    patterns[k] |= std::fabs(value - others[k]) <= tolerance ? bit : 0U;
  }
}

}  // namespace

void RowTally::add(const std::uint8_t* places, const Interval* intervals, std::size_t rows) {
  if (columns <= byte_columns) {
    tally_bytes(places, intervals, columns, rows, counts.data());
    return;
  }
  std::uint32_t patterns[block_size];
  wide_patterns(places, intervals, columns, patterns);
  for (std::size_t row = 0; row < rows; ++row) {
    if (counts[patterns[row]]++ == 0) seen.push_back(patterns[row]);
  }
}

// Moves what was counted to `result`, ascending by pattern.
void RowTally::finish() {
  result.clear();
  if (columns > byte_columns) {
    std::sort(seen.begin(), seen.end());
    for (const std::uint32_t pattern : seen) result.push_back({pattern, std::exchange(counts[pattern], 0U)});
    seen.clear();
    return;
  }
  for (std::uint32_t pattern = 0; pattern < (1U << columns); ++pattern) {
    std::uint32_t sum = 0;
    for (std::size_t t = 0; t < tallies; ++t) sum += std::exchange(counts[(t << byte_columns) + pattern], 0U);
    if (sum > 0) result.push_back({pattern, sum});
  }
}

AgreementPatterns::AgreementPatterns(const Matrix& a, const Matrix& b, std::vector<double> tolerances,
                                     const Run& run)
    : a_(a), b_(b), tolerances_(std::move(tolerances)), layout_(tolerances_.size()) {
  places_.resize(block_count() * columns() * block_size);
  ascending_.resize(places_.size());
  run.parallel(block_count(), [&](std::size_t block) {
    for (std::size_t j = 0; j < columns(); ++j) {
      const auto values = b_.column(j).subspan(block * block_size, block_rows(block));
      const std::vector<std::uint32_t> order = ascending_order(values);
      const std::size_t offset = (block * columns() + j) * block_size;
      for (std::size_t place = 0; place < order.size(); ++place) {
        places_[offset + order[place]] = static_cast<std::uint8_t>(place);
        ascending_[offset + place] = values[order[place]];
      }
    }
  });
}

std::size_t AgreementPatterns::block_count() const { return (b_.rows() + block_size - 1) / block_size; }

std::size_t AgreementPatterns::block_rows(std::size_t block) const {
  return std::min(block_size, b_.rows() - block * block_size);
}

std::uint32_t AgreementPatterns::pattern(std::size_t i, std::size_t k) const {
  std::uint32_t result = 0;
  for (std::size_t j = 0; j < columns(); ++j) {
    if (std::fabs(a_(i, j) - b_(k, j)) <= tolerances_[j]) result |= 1U << j;
  }
  return result;
}

void AgreementPatterns::row(std::size_t i, std::span<std::uint32_t> patterns) const {
  std::fill(patterns.begin(), patterns.end(), 0U);
  for (std::size_t j = 0; j < columns(); ++j) {
    add_agreement(a_(i, j), b_.column(j).data(), tolerances_[j], 1U << j, patterns.size(), patterns.data());
  }
}

// For rows begin … end of a, the interval of each block in which they agree, by block, row and column.
// Rows and block are both processed in ascending order.
void AgreementPatterns::place_intervals(std::size_t begin, std::size_t end,
                                        std::vector<Interval>& intervals) const {
  const std::size_t rows = end - begin;
  for (std::size_t j = 0; j < columns(); ++j) {
    const auto values = a_.column(j).subspan(begin, rows);
    const std::vector<std::uint32_t> order = ascending_order(values);
    const double tolerance = tolerances_[j];
    for (std::size_t block = 0; block < block_count(); ++block) {
      const double* others = ascending_.data() + (block * columns() + j) * block_size;
      Interval* targets = intervals.data() + block * rows * columns() + j;
      const std::size_t count = block_rows(block);
      std::size_t low = 0, high = 0;
      for (const std::uint32_t row : order) {
        const double value = values[row];
        while (low < count && value - others[low] > tolerance) ++low;
        while (high < count && others[high] - value <= tolerance) ++high;
        targets[row * columns()] =
            low < high ? Interval{static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high - low - 1)}
                       : Interval{nowhere, 0};
      }
    }
  }
}

void AgreementPatterns::for_each_row(const Visit& visit, const Run& run) const {
  // Few rows are cut into smaller tiles, so that all threads have some.
  const std::size_t tile = a_.rows() < 16 * tile_size ? tile_size / 4 : tile_size;
  run.expect((a_.rows() + tile - 1) / tile);
  run.blocks(a_.rows(), tile, [&](std::size_t, std::size_t begin, std::size_t end) {
    const std::size_t rows = end - begin;
    std::vector<Interval> intervals(block_count() * rows * columns());
    place_intervals(begin, end, intervals);
    RowTally tally(columns());
    for (std::size_t row = 0; row < rows; ++row) {
      if (row % 64 == 0) run.check_stop();
      for (std::size_t block = 0; block < block_count(); ++block) {
        tally.add(places_.data() + block * columns() * block_size,
                  intervals.data() + (block * rows + row) * columns(), block_rows(block));
      }
      tally.finish();
      visit(begin + row, tally.result);
    }
    run.advance();
  });
}

}  // namespace sfumato::stats
