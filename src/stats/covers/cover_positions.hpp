// The position of a masked cell among the ranks of the original: what measures of the permutation model use
// in place of a rank where a column has labels. Positions are not ranked again.
#pragma once

#include <span>
#include <vector>

#include "core/table.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// #{x < y} + (#{x = y} + 1)/2, or #{x < y} + ½ where no x is equal to y; x ascending. For a y among the x it
// is the average rank.
double position_of(double y, std::span<const double> ascending);

// For each cell of the column its position. `ascending` are the numbers by which the originals are ranked,
// `value_of` the number of each value, and `weights` how many of these originals have it.
//   a value or number   position_of it;
//   a label             the mean of the average ranks of the records whose value it covers; of those of its
//                       ends where it covers none;
//   suppressed          (n + 1)/2.
// NaN where it is not known what a label covers.
std::vector<double> cell_positions(const CoveredColumn& column, std::span<const double> ascending,
                                   std::span<const double> value_of, std::span<const std::size_t> weights);

// The number by which each value is ranked, from those of all records (NaN where missing). A value that no
// record has is ranked by its own number, or last where it has none.
std::vector<double> values_by_place(const CoveredColumn& column, std::span<const double> rank_values);

// How many of these rows have each value.
std::vector<std::size_t> weights_of(const CoveredColumn& column, const std::vector<std::size_t>& rows);

}  // namespace sfumato::stats
