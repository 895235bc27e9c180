// Quartiles define the central part, so that one outlier cannot put all other values into one bin.
#include "profile/bins.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "stats/ranks/quantiles.hpp"

namespace sfumato::profile {
namespace {

constexpr double fewest_bins = 20.0;
constexpr double most_bins = 30.0;
constexpr double fence = 3.0;             // interquartile ranges
constexpr double halfway_up_to = 10.0;    // widths of bins of whole numbers
constexpr double relative_width = 0.001;  // of the one bin of a large constant

struct Central {
  double lower = 0.0, upper = 0.0;
  double quartile_range = 0.0;
};

Central central_part(std::span<const double> sorted) {
  const double first = stats::quantile(sorted, 0.25), third = stats::quantile(sorted, 0.75);
  Central result{sorted.front(), sorted.back(), third - first};
  if (result.quartile_range > 0.0) {
    result.lower = std::max(result.lower, first - fence * result.quartile_range);
    result.upper = std::min(result.upper, third + fence * result.quartile_range);
  } else {
    const double low = stats::quantile(sorted, 0.01), high = stats::quantile(sorted, 0.99);
    if (low < high) result = {low, high, 0.0};
  }
  return result;
}

double wanted_bins(const Central& part, std::size_t count) {
  if (!(part.quartile_range > 0.0)) return most_bins;
  const double width = 2.0 * part.quartile_range / std::cbrt(static_cast<double>(count));
  return std::clamp(std::ceil((part.upper - part.lower) / width), fewest_bins, most_bins);
}

double round_width(double least, bool whole) {
  constexpr std::array steps{1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
  for (double power = std::pow(10.0, std::floor(std::log10(least)));; power *= 10.0) {
    for (const double step : steps) {
      const double width = step * power;
      if (width >= least && (!whole || width == std::floor(width))) return width;
    }
  }
}

bool ascending(const std::vector<double>& edges) {
  return std::adjacent_find(edges.begin(), edges.end(), std::greater_equal<>()) == edges.end();
}

Bins one_bin(double lower, double upper) {
  if (lower < upper) return {{lower, upper}};
  const double half = std::max(0.5, relative_width * std::fabs(lower));
  return {{lower - half, lower + half}};
}

}  // namespace

Bins bins_of(std::span<const double> sorted, bool whole) {
  if (sorted.empty() || !std::isfinite(sorted.back() - sorted.front())) return {};
  const Central part = central_part(sorted);
  if (!(part.lower < part.upper)) return one_bin(sorted.front(), sorted.back());
  const double least = (part.upper - part.lower) / wanted_bins(part, sorted.size());
  if (least < std::numeric_limits<double>::min()) return one_bin(sorted.front(), sorted.back());
  const double width = round_width(whole ? std::max(least, 1.0) : least, whole);
  const double shift = whole && width < halfway_up_to ? 0.5 : 0.0;
  double first = std::floor((part.lower + shift) / width), last = std::ceil((part.upper + shift) / width);
  Bins bins;
  bins.open_below = sorted.front() < first * width - shift;
  bins.open_above = sorted.back() > last * width - shift;
  if (bins.open_below) first -= 1.0;
  if (bins.open_above) last += 1.0;
  for (double i = first; i <= last; i += 1.0) {
    bins.edges.push_back(i * width - shift);
    if (i + 1.0 == i) break;
  }
  // Values may be so large that doubles cannot distinguish the edges.
  if (bins.edges.size() < 2 || !ascending(bins.edges)) return one_bin(sorted.front(), sorted.back());
  return bins;
}

std::vector<double> bin_shares(const Bins& bins, std::span<const double> values) {
  if (bins.edges.size() < 2) return {};
  std::vector<double> shares(bins.edges.size() - 1);
  std::size_t present = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    ++present;
    const auto above = std::upper_bound(bins.edges.begin(), bins.edges.end(), value);
    const auto position = std::max<std::ptrdiff_t>(above - bins.edges.begin() - 1, 0);
    shares[std::min(static_cast<std::size_t>(position), shares.size() - 1)] += 1.0;
  }
  for (double& share : shares) share = present == 0 ? 0.0 : share / static_cast<double>(present);
  return shares;
}

bool all_whole(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(),
                     [](double value) { return std::isnan(value) || value == std::floor(value); });
}

}  // namespace sfumato::profile
