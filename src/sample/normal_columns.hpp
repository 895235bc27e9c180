// Standard normal columns that are all equally correlated: the simplest data on which methods can be
// compared, as in several published experiments.
#pragma once

#include <cstdint>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::sample {

// Columns X1, X2, …; `correlation` is 0 to 1. Row i depends on the run's seed, the number of columns and i.
Table normal_columns(std::size_t rows, std::size_t columns, double correlation, const Run& run);

}  // namespace sfumato::sample
