// The share of the variation of numbers that masking lost, from exact sums: the same for any order of the
// records and for any parts in which they are summed.
#pragma once

#include <cstdint>
#include <vector>

#include "core/exact_sum.hpp"
#include "core/table.hpp"

namespace sfumato::masking {

class LostVariation {
 public:
  LostVariation() = default;
  // Of the numeric columns among these.
  LostVariation(const Table& outline, const ColumnSet& columns);

  // First all records for their means, then all of them with what they became, in any parts.
  void observe(const Table& original);
  void finish_means();
  void compare(const Table& original, const Table& masked);

  Value means_state() const;
  void merge_means(const Value& state);
  Value compared_state() const;
  void merge_compared(const Value& state);

  // 100·SSE/SST on z-scores, over cells that both have; 0 where nothing varies.
  double percent() const;

  static LostVariation of(const Table& original, const Table& masked, const ColumnSet& columns);

 private:
  struct OneColumn {
    ColumnId id = 0;
    std::size_t count = 0;
    ExactSum sum = {};
    double mean = 0.0;
    ExactSum squares = {}, lost = {};
  };
  std::vector<OneColumn> columns_;
};

}  // namespace sfumato::masking
