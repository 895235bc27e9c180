// What measures of interval disclosure share: for every value the narrowest of ten intervals around its
// masked value that encloses it, and the shares that follow.
#pragma once

#include <functional>
#include <span>

#include "core/measure.hpp"

namespace sfumato::stats {

constexpr int widths = 10;  // p = 1 … 10 %

// From one column of originals and of masked values: per record the least p in 1 … 10 whose interval
// encloses the original, or 11 where none does. Intervals grow with p.
using LeastWidths =
    std::function<std::vector<int>(std::span<const double> original, std::span<const double> masked)>;

// `by_position`: in columns with labels or suppressed cells a value is disclosed where its rank is at most
// n·p/100 from the position of the cell; otherwise records with missing cells are left out.
// The mean over p of the share (%) of enclosed values, with details per p and per column, and by record.
Score interval_score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run,
                     const LeastWidths& least_widths, bool by_position = true);

}  // namespace sfumato::stats
