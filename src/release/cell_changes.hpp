// Which columns of a release still have the values of the original. Values are compared one by one, so that
// a number that comes back in another type or another notation counts as the same value.
#pragma once

#include <cstddef>
#include <optional>

#include "core/column.hpp"

namespace sfumato::release {

// A column with at most this share of changed cells is released as it was: a reader who takes each value for
// the true one is right in 19 of 20 records or more.
constexpr double few_changed = 0.05;

bool has_values(const Column& column);

// The number of changed cells of a column that is released as it was, row by row; none where more cells were
// changed, or where no value is released. Cells that are missing in both columns do not count.
std::optional<std::size_t> few_changed_cells(const Column& original, const Column& released);

// The same of columns that come in blocks.
class CellChanges {
 public:
  void add(const Column& original, const Column& released);
  // As few_changed_cells; `has_values`: some value is released.
  std::optional<std::size_t> few(bool has_values) const;

  // The counts alone, for columns whose parts lie in several processes.
  std::size_t cells() const { return cells_; }
  std::size_t changed() const { return changed_; }
  void add(std::size_t cells, std::size_t changed) {
    cells_ += cells;
    changed_ += changed;
  }

 private:
  std::size_t cells_ = 0, changed_ = 0;
};

}  // namespace sfumato::release
