// Tails of columns that come in blocks: the values that end them, their sizes, and what replaces their cells.
// The same as of whole columns, for blocks of any size in any order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/exact_sum.hpp"
#include "core/table.hpp"
#include "masking/order_statistics.hpp"

namespace sfumato::masking {

// One column; shares of its present values, 0 to 0.5 each.
class PassedTail {
 public:
  PassedTail(const Column& outline, std::string name, double bottom, double top);

  // The passes of a column of numbers, and of one whose tails become medians.
  static constexpr std::size_t mean_passes = PassedOrder::passes + 1, median_passes = 2 * PassedOrder::passes;
  std::size_t passes() const { return means_ ? mean_passes : median_passes; }

  // Passes beyond the column's own have no effect.
  void observe(std::size_t pass, const Column& block);
  void finish(std::size_t pass);
  Value partial(std::size_t pass) const;
  void merge(std::size_t pass, const Value& part);

  std::size_t coded_cells() const { return low_.size + high_.size; }
  // The block with its tails coded; the same column where no cell of any block is in a tail.
  Column coded(const Column& block) const;

 private:
  struct End {
    std::size_t size = 0;  // of the tail
    double limit = 0.0;    // the value next to the tail, which stays
    ExactSum sum = {};
    double value = 0.0;  // what replaces the tail
  };
  bool in_low(double value) const { return low_.size > 0 && value < low_.limit; }
  bool in_high(double value) const { return high_.size > 0 && value > high_.limit; }
  void find_ends();

  std::string name_;
  double bottom_, top_;
  bool means_;
  PassedOrder ends_, medians_;
  End low_, high_;
};

// Several columns; without shares there are no passes.
class PassedTails {
 public:
  PassedTails(const Table& outline, const ColumnSet& columns, double bottom, double top);

  std::size_t passes() const;
  void observe(std::size_t pass, const Table& block, const Run& run);
  void finish(std::size_t pass);
  Value partial(std::size_t pass) const { return partials_of(tails_, pass); }
  void merge(std::size_t pass, const Value& part) { merge_each(tails_, pass, part); }

  std::size_t coded_cells() const;
  Table coded(Table block) const;

 private:
  ColumnSet columns_;
  std::vector<PassedTail> tails_;
};

}  // namespace sfumato::masking
