// In which columns the records of two files agree, for every pair of records: the input of probabilistic
// linkage. Pairs are counted block by block and never stored.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/linkage/pair_patterns.hpp"

namespace sfumato::stats {

// Bit j of a pattern: the records agree in column j.
class AgreementPatterns : public PairPatterns {
 public:
  static constexpr std::size_t most_columns = 20;

  // Row i of `a` and row k of `b` agree in column j where |a(i,j) − b(k,j)| ≤ tolerances[j]. The two have
  // the same columns, at most most_columns, and no missing value. Both must outlive this.
  AgreementPatterns(const Matrix& a, const Matrix& b, std::vector<double> tolerances, const Run& run);

  std::size_t columns() const { return tolerances_.size(); }
  const PatternLayout& layout() const override { return layout_; }
  std::uint64_t pairs() const override { return std::uint64_t{a_.rows()} * b_.rows(); }
  std::uint32_t pattern(std::size_t i, std::size_t k) const override;
  void row(std::size_t i, std::span<std::uint32_t> patterns) const override;
  void for_each_row(const Visit& visit, const Run& run) const override;

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
  PatternLayout layout_;
  // Blocks of rows of b, column by column within a block: the place of each row's value among the
  // block's, and those values ascending.
  std::vector<std::uint8_t> places_;
  std::vector<double> ascending_;

  friend struct RowTally;
};

}  // namespace sfumato::stats
