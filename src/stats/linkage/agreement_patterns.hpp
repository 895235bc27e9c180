// In which columns the records of two files agree, for every pair of records: the input of probabilistic
// linkage. Pairs are counted block by block and never stored.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct PatternCount {
  std::uint32_t pattern;  // bit j: the records agree in column j
  std::uint32_t count;
};

class AgreementPatterns {
 public:
  static constexpr std::size_t most_columns = 20;

  // Row i of `a` and row k of `b` agree in column j where |a(i,j) − b(k,j)| ≤ tolerances[j]. The two have
  // the same columns, at most most_columns, and no missing value. Both must outlive this.
  AgreementPatterns(const Matrix& a, const Matrix& b, std::vector<double> tolerances, const Run& run);

  std::size_t columns() const { return tolerances_.size(); }
  std::uint64_t pairs() const { return std::uint64_t{a_.rows()} * b_.rows(); }
  std::uint32_t pattern(std::size_t i, std::size_t k) const;
  // The patterns of row i with every row of b; there are as many places in `patterns`.
  void row(std::size_t i, std::span<std::uint32_t> patterns) const;

  // Calls visit(i, patterns) once for each row of `a`, with the patterns that it makes with the rows of
  // `b`, ascending. In any order and from several threads at once.
  using Visit = std::function<void(std::size_t, std::span<const PatternCount>)>;
  void for_each_row(const Visit& visit, const Run& run) const;

  // How many of all pairs make each of the 2^columns patterns.
  std::vector<std::uint64_t> counts(const Run& run) const;

 private:
  // Places first … first + width of a block's values in ascending order.
  struct Interval {
    std::uint8_t first;
    std::uint8_t width;
  };

  void place_intervals(std::size_t begin, std::size_t end, std::vector<Interval>& intervals) const;
  std::size_t block_count() const;
  std::size_t block_rows(std::size_t block) const;

  const Matrix& a_;
  const Matrix& b_;
  std::vector<double> tolerances_;
  // Blocks of rows of b, column by column within a block: the place of each row's value among the
  // block's, and those values ascending.
  std::vector<std::uint8_t> places_;
  std::vector<double> ascending_;

  friend struct RowTally;
};

// The counts of patterns of the first `columns` columns, from those of more.
std::vector<std::uint64_t> first_columns(std::span<const std::uint64_t> counts, std::size_t columns);

}  // namespace sfumato::stats
