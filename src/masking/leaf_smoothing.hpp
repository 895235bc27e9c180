// Numbers drawn from a leaf of a tree, moved by a normal kernel inside the range of the leaf, so that a value
// which few records have is not released as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "core/table.hpp"

namespace sfumato::masking {

struct LeafKernel {
  double bandwidth = 0.0;
  double lower = 0.0, upper = 0.0;  // smallest and largest value of the leaf
};

// Silverman (1986), Density estimation for statistics and data analysis, Chapman & Hall, (3.31):
// 0.9·min(s, IQR/1.34)·n^(−1/5), without the second term where the interquartile range is 0.
LeafKernel leaf_kernel(std::vector<double> values);

// The value plus noise, reflected at the ends of the leaf as often as needed; the value where all are equal.
double smoothed(double value, const LeafKernel& kernel, Rng& rng);

// How finely a column's numbers are written: 10^−decimals, 1 for integers and dates; nothing where they have
// more than six decimals.
std::optional<int> written_decimals(const Table& table, ColumnId id);
double rounded_to(double value, std::optional<int> decimals);

// Rows of the original column; cells that have a number get it in place of the original's.
Column smoothed_column(const Column& original, std::span<const std::size_t> rows,
                       std::span<const double> numbers);

}  // namespace sfumato::masking
