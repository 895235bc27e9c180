// Records of several tables as points of one space with Gower's distance over numbers and categories: how
// near a synthetic record is to an original one. Ranges are those of the first table, so that distances to
// all of them can be compared.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::stats {

// One table, row by row: a number, or the code of a category.
struct SpaceRecords {
  std::size_t rows = 0;
  std::size_t width = 0;
  std::vector<double> values;

  const double* record(std::size_t row) const { return values.data() + row * width; }
  // Row i of the result is row `taken[i]` of these.
  SpaceRecords taking(std::span<const std::size_t> taken) const;
};

// The distance of two records is the mean over the columns of min(|difference|/range, 1) for numbers and of 0
// or 1 for categories; both missing 0, one missing 1. A number whose range in the first table is 0, undefined
// or beyond 1e280 is compared as a category.
struct GowerSpace {
  // A missing number, so far away that its distance to any other number is 1.
  static constexpr double missing_number = 1e307;

  std::vector<double> scales;  // 1/range of a number; 0: a category
  std::vector<SpaceRecords> tables;

  std::size_t width() const { return scales.size(); }
  bool categorical(std::size_t axis) const { return scales[axis] == 0.0; }
  // The sum over the columns, in their order: the distance times the number of columns.
  double sum(const double* a, const double* b) const;
};

// The columns of that name in every table; the first table has them all, and its kinds hold. A column that is
// text in one table and not in another is compared by text.
GowerSpace gower_space(std::span<const Table* const> tables, const std::vector<std::string>& names,
                       const Run& run);

}  // namespace sfumato::stats
