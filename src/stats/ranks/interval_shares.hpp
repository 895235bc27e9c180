// What measures of interval disclosure share: for every value the narrowest of ten intervals around its
// masked value that encloses it, and the shares that follow.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/measure.hpp"

namespace sfumato::stats {

constexpr int widths = 10;  // p = 1 … 10 %

// From one column of originals and of masked values: per record the least p in 1 … 10 whose interval
// encloses the original, or 11 where none does. Intervals grow with p.
using LeastWidths =
    std::function<std::vector<int>(std::span<const double> original, std::span<const double> masked)>;

// The smallest p whose interval by ranks encloses an original x, or 11: of n masked values, r are at or below
// the masked value of x, `upto` at or below x and `below` below x. The interval reaches from order statistic
// ⌊r − n·p/100⌋ to ⌊r + n·p/100⌋, clipped to 1 … n.
int least_rank_width(std::int64_t n, std::int64_t r, std::int64_t upto, std::int64_t below);

// The same in a column with labels or suppressed cells, whose positions are so many ranks from that of x.
int least_position_width(double apart, double n);

// The smallest p for which x lies within p %·sd/2 of its masked value, or 11.
int least_sd_width(double x, double masked, double sd);

// How many records of each column are enclosed from p on, and after the widest interval: what parts of the
// records have in common, and all that the shares depend on.
struct IntervalCounts {
  using Widths = std::array<std::uint64_t, widths + 1>;  // [p − 1], the last for none
  std::vector<Widths> columns;
};

// The value, per p and per column, from the counts of `records` records.
void set_interval_shares(const IntervalCounts& counts, std::size_t records,
                         const std::vector<std::string>& names, Score& result);

// `by_position`: in columns with labels or suppressed cells a value is disclosed where its rank is at most
// n·p/100 from the position of the cell; otherwise records with missing cells are left out.
// The mean over p of the share (%) of enclosed values, with details per p and per column, and by record.
Score interval_score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run,
                     const LeastWidths& least_widths, bool by_position = true);

}  // namespace sfumato::stats
