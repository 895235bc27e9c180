// For every record of one file its nearest records in another, exactly and without comparing every pair: used
// by distance-based and rank-based linkage.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

struct Nearest {
  double squared = std::numeric_limits<double>::infinity();         // to the nearest rows
  std::uint64_t count = 0;                                          // of rows at exactly that distance
  double second_squared = std::numeric_limits<double>::infinity();  // the next larger distance
  std::uint64_t second_count = 0;
};

// The nearest rows of both of two sets of points.
void merge(Nearest& nearest, const Nearest& of_others);

// The squared distance between row i of a and row j of b, summed in column order.
double squared_distance(const Matrix& a, std::size_t i, const Matrix& b, std::size_t j);

// For each row of `queries` its nearest rows of `points`. With `paired`, row i of one belongs to row
// i of the other, which gives the search a first bound. Without `want_second` the second distances
// are not to be used. Equal rows are searched and stored once.
std::vector<Nearest> nearest_rows(const Matrix& queries, const Matrix& points, bool paired, bool want_second,
                                  const Run& run);

// The same for queries that are a sample: row partners[i] of `points` belongs to row i of `queries`. Without
// partners there is no first bound.
std::vector<Nearest> nearest_rows(const Matrix& queries, const Matrix& points,
                                  std::span<const std::size_t> partners, bool want_second, const Run& run);

}  // namespace sfumato::stats
