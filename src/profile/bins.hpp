// Bins of a histogram that stay readable whatever the tails: round edges over the central part of the
// values, and an open bin on either side for outliers.
#pragma once

#include <span>
#include <vector>

namespace sfumato::profile {

struct Bins {
  std::vector<double> edges;  // ascending, one more than there are bins; none where there is nothing to bin
  bool open_below = false;    // the first bin holds everything below it, too
  bool open_above = false;    // the last bin holds everything above it, too
};

// For ascending values without NaN. The central part reaches from Q1 − 3·IQR to Q3 + 3·IQR (from the 1 % to
// the 99 % quantile where the quartiles are equal) and never beyond the values. It is cut into as many bins
// as the rule of Freedman, Diaconis (1981) gives, 2·IQR·n^(−1/3) wide, though at least 20 and at most 30;
// their width is then rounded up to 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten, and edges are
// multiples of it. `whole`: the values are whole numbers, and no bin is narrower than 1; bins narrower than
// 10 then end halfway between whole numbers. Equal values have one bin. None where the range is not finite.
Bins bins_of(std::span<const double> sorted, bool whole);

// The share of present (not NaN) values in each bin, its lower end included; the last bin has its upper
// end, too. Zeros where nothing is present.
std::vector<double> bin_shares(const Bins& bins, std::span<const double> values);

// Are all present values whole numbers?
bool all_whole(std::span<const double> values);

}  // namespace sfumato::profile
