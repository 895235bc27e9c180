// The centroid of the remaining records by running sums, and the groups that are taken out. Whatever is
// estimated, squares in column order and sums in row order give the result.
#include "stats/groups/remaining_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_limits.hpp"

namespace sfumato::stats {
namespace {

constexpr std::size_t searches_in_a_block = 64;

}  // namespace

RemainingRecords::RemainingRecords(const Matrix& points, const Run& run)
    : run_(run), index_(points, run), seeds_(index_, run) {
  sum_columns();
}

void RemainingRecords::sum_columns() {
  const std::size_t columns = index_.points().columns();
  sums_.assign(columns, 0.0L);
  present_.assign(columns, 0);
  magnitudes_.assign(columns, 0.0);
  std::vector<double> lower(columns, infinity), upper(columns, -infinity);
  for (const std::uint32_t row : rows()) {
    const double* values = index_.record(row);
    for (std::size_t j = 0; j < columns; ++j) {
      if (std::isnan(values[j])) continue;
      sums_[j] += values[j];
      ++present_[j];
      magnitudes_[j] += std::fabs(values[j]);
      lower[j] = std::min(lower[j], values[j]);
      upper[j] = std::max(upper[j], values[j]);
    }
  }
  spread_.assign(columns, 0.0);
  for (std::size_t j = 0; j < columns; ++j) spread_[j] = std::max(0.0, upper[j] - lower[j]);
  size_at_sums_ = size();
  partial_sums_.assign(columns, infinity);
  removed_.assign(columns, 0.0);
}

std::vector<double> RemainingRecords::exact_centroid() {
  std::vector<double> result(index_.points().columns(), 0.0);
  partial_sums_.assign(result.size(), 0.0);
  removed_.assign(result.size(), 0.0);
  for (const std::uint32_t row : rows()) {
    const double* values = index_.record(row);
    for (std::size_t j = 0; j < result.size(); ++j) {
      if (std::isnan(values[j])) continue;
      result[j] += values[j];
      partial_sums_[j] += std::fabs(result[j]);
    }
  }
  for (std::size_t j = 0; j < result.size(); ++j) {
    result[j] = present_[j] == 0 ? nan : result[j] / static_cast<double>(present_[j]);
  }
  return result;
}

bool RemainingRecords::same_point(std::uint32_t a, std::uint32_t b) const {
  const double* first = index_.record(a);
  const double* second = index_.record(b);
  for (std::size_t j = 0; j < index_.points().columns(); ++j) {
    if (first[j] != second[j] && !(std::isnan(first[j]) && std::isnan(second[j]))) return false;
  }
  return true;
}

// A bound on the difference of the centroid by running sums from the one by sums in row order. Each addition
// is off by at most half a unit of what it gives, so that a sum in row order is off by unit/2 · Σ|partial
// sum|. That is known of the sums that were taken last; removing values x changed each partial sum by at most
// Σ|x|. Without it, partial sums are at most Σ|x| of all values. The running sums are long doubles. Half of
// each bound is a margin.
double RemainingRecords::centroid_error(std::size_t column, double centre) const {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  constexpr double long_unit = static_cast<double>(std::numeric_limits<long double>::epsilon());
  const auto n = static_cast<double>(size_at_sums_), present = static_cast<double>(present_[column]);
  const double magnitude = magnitudes_[column];
  const double rough = n * magnitude;
  const double known = partial_sums_[column] + n * (removed_[column] + 2.0 * n * unit * magnitude);
  return (unit * std::min(rough, known) + 4.0 * long_unit * n * magnitude) / present +
         4.0 * unit * std::fabs(centre);
}

// The running sums give a centroid whose distance to the exact one (summed in row order) is bounded.
// Within that bound several records may be the farthest; then the exact centroid decides.
std::uint32_t RemainingRecords::farthest_from_centroid() {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  std::vector<double> centre(index_.points().columns());
  double offset = 0.0, reach = 0.0;  // bounds on |centre − exact centroid|² and on any distance²
  for (std::size_t j = 0; j < centre.size(); ++j) {
    const auto n = static_cast<double>(present_[j]);
    centre[j] = present_[j] == 0 ? nan : static_cast<double>(sums_[j] / static_cast<long double>(n));
    if (present_[j] == 0) continue;
    const double error = centroid_error(j, centre[j]);
    offset += error * error;
    reach += spread_[j] * spread_[j];
  }
  const auto columns = static_cast<double>(centre.size());
  const double scale = columns / static_cast<double>(std::max<std::size_t>(1, index_.fewest_values()));
  const double slack =
      scale * (4.0 * (std::sqrt(reach * offset) + offset) + 8.0 * (columns + 2.0) * unit * reach);
  std::vector<FoundRow> found = index_.farthest_within(centre.data(), slack);
  const auto lowest = [](const FoundRow& a, const FoundRow& b) { return a.row < b.row; };
  const std::uint32_t first = std::min_element(found.begin(), found.end(), lowest)->row;
  const bool all_equal = std::all_of(found.begin(), found.end(),
                                     [&](const FoundRow& entry) { return same_point(entry.row, first); });
  std::uint32_t result = first;
  if (!all_equal) {
    const std::vector<double> exact = exact_centroid();
    for (FoundRow& entry : found) entry.squared = index_.points().squared(entry.row, exact.data());
    result = std::min_element(found.begin(), found.end(), [](const FoundRow& a, const FoundRow& b) {
               return a.squared != b.squared ? a.squared > b.squared : a.row < b.row;
             })->row;
  }
  seeds_.prepare(centre.data(), result);
  return result;
}

FoundRow RemainingRecords::farthest_from(std::uint32_t row) const { return seeds_.farthest_from(row); }

std::vector<FoundRow> RemainingRecords::farthest_from_each() const {
  const std::vector<std::uint32_t> all = rows();
  std::vector<FoundRow> result(all.size());
  run_.blocks(all.size(), searches_in_a_block, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) result[i] = farthest_from(all[i]);
  });
  return result;
}

std::vector<std::uint32_t> RemainingRecords::take(std::uint32_t seed, std::size_t k, std::uint32_t except) {
  std::vector<std::uint32_t> group = seeds_.nearest_to(seed, k - 1, except);
  group.push_back(seed);
  std::sort(group.begin(), group.end());
  for (const std::uint32_t row : group) {
    index_.remove(row);
    const double* values = index_.record(row);
    for (std::size_t j = 0; j < sums_.size(); ++j) {
      if (std::isnan(values[j])) continue;
      sums_[j] -= values[j];
      removed_[j] += std::fabs(values[j]);
      --present_[j];
    }
  }
  if (size() < size_at_sums_ / 2) sum_columns();
  return group;
}

}  // namespace sfumato::stats
