// Both kinds of remaining records. Distances are sums of squares in column order, centroids are
// sums in row order divided once; whatever is skipped or estimated, these give the result.
#include "stats/groups/remaining_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/number_limits.hpp"
#include "core/vector_clones.hpp"

namespace sfumato::stats {
namespace {

SFUMATO_VECTOR_CLONES
void add_squared_differences(const double* values, double centre, std::size_t count, double* squared) {
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = values[i] - centre;
    squared[i] += difference * difference;
  }
}

// Over present values; NaN where there are none.
double mean_in_order(std::span<const double> values) {
  double sum = 0.0;
  std::size_t count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
}

}  // namespace

ScannedRecords::ScannedRecords(const Matrix& points) : rows_(points.rows()), columns_(points.columns()) {
  std::iota(rows_.begin(), rows_.end(), 0U);
  std::vector<std::uint8_t> empty(rows_.size(), 1);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    columns_[j].assign(points.column(j).begin(), points.column(j).end());
    for (std::size_t i = 0; i < empty.size(); ++i) {
      if (std::isnan(columns_[j][i])) {
        missing_ = true;
      } else {
        empty[i] = 0;
      }
    }
  }
  remove(empty);
}

std::uint32_t ScannedRecords::farthest_from_centroid() {
  std::vector<double> centroid;
  for (const auto& column : columns_) centroid.push_back(mean_in_order(column));
  measure_from(centroid);
  return rows_[static_cast<std::size_t>(std::max_element(squared_.begin(), squared_.end()) -
                                        squared_.begin())];
}

FoundRow ScannedRecords::farthest_from(std::uint32_t row) {
  measure_from(point(row));
  squared_[place_of(row)] = -1.0;
  const auto best = std::max_element(squared_.begin(), squared_.end());
  return {*best, rows_[static_cast<std::size_t>(best - squared_.begin())]};
}

std::vector<std::uint32_t> ScannedRecords::take(std::uint32_t seed, std::size_t k, std::uint32_t except) {
  measure_from(point(seed));
  std::vector<std::uint32_t> places;
  places.reserve(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i] != seed && rows_[i] != except) places.push_back(static_cast<std::uint32_t>(i));
  }
  const auto end = places.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(places.begin(), end, places.end(), [&](std::uint32_t a, std::uint32_t b) {
    return squared_[a] != squared_[b] ? squared_[a] < squared_[b] : a < b;
  });
  std::vector<std::uint8_t> marked(rows_.size(), 0);
  std::vector<std::uint32_t> group{seed};
  marked[place_of(seed)] = 1;
  for (auto place = places.begin(); place != end; ++place) {
    marked[*place] = 1;
    group.push_back(rows_[*place]);
  }
  remove(marked);
  std::sort(group.begin(), group.end());
  return group;
}

std::vector<double> ScannedRecords::point(std::uint32_t row) const {
  const std::size_t place = place_of(row);
  std::vector<double> result;
  for (const auto& column : columns_) result.push_back(column[place]);
  return result;
}

void ScannedRecords::measure_from(const std::vector<double>& centre) {
  squared_.assign(rows_.size(), 0.0);
  if (!missing_) {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      add_squared_differences(columns_[j].data(), centre[j], rows_.size(), squared_.data());
    }
    return;
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::size_t shared = 0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      if (std::isnan(columns_[j][i]) || std::isnan(centre[j])) continue;
      const double difference = columns_[j][i] - centre[j];
      squared_[i] += difference * difference;
      ++shared;
    }
    if (shared == 0) {
      squared_[i] = infinity;
    } else if (shared < columns_.size()) {
      squared_[i] *= static_cast<double>(columns_.size()) / static_cast<double>(shared);
    }
  }
}

void ScannedRecords::remove(const std::vector<std::uint8_t>& marked) {
  const auto pack = [&](auto& values) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (marked[i] == 0) values[kept++] = values[i];
    }
    values.resize(kept);
  };
  for (auto& column : columns_) pack(column);
  pack(rows_);
}

std::size_t ScannedRecords::place_of(std::uint32_t row) const {
  return static_cast<std::size_t>(std::lower_bound(rows_.begin(), rows_.end(), row) - rows_.begin());
}

BoxedRecords::BoxedRecords(const Matrix& points, const Run* run)
    : points_(points), run_(run), alive_(points.rows(), 1) {
  rebuild();
}

void BoxedRecords::rebuild() {
  const std::vector<std::uint32_t> remaining = rows();
  nearest_.emplace(points_, remaining, run_);
  if (run_ != nullptr) run_->check_stop();
  farthest_.emplace(points_, remaining);
  if (run_ != nullptr) run_->check_stop();
  size_at_build_ = remaining.size();
  sums_.assign(points_.columns(), 0.0L);
  magnitudes_.assign(points_.columns(), 0.0);
  spread_.assign(points_.columns(), 0.0);
  for (std::size_t j = 0; j < points_.columns(); ++j) {
    double lower = infinity, upper = -infinity;
    for (const std::uint32_t row : remaining) {
      sums_[j] += points_(row, j);
      magnitudes_[j] += std::fabs(points_(row, j));
      lower = std::min(lower, points_(row, j));
      upper = std::max(upper, points_(row, j));
    }
    spread_[j] = remaining.empty() ? 0.0 : upper - lower;
  }
}

std::vector<std::uint32_t> BoxedRecords::rows() const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t row = 0; row < alive_.size(); ++row) {
    if (alive_[row] != 0) result.push_back(row);
  }
  return result;
}

std::vector<double> BoxedRecords::point(std::uint32_t row) const {
  std::vector<double> result(points_.columns());
  for (std::size_t j = 0; j < result.size(); ++j) result[j] = points_(row, j);
  return result;
}

std::vector<double> BoxedRecords::exact_centroid() const {
  std::vector<double> result(points_.columns());
  for (std::size_t j = 0; j < result.size(); ++j) {
    double sum = 0.0;
    for (std::size_t row = 0; row < alive_.size(); ++row) {
      if (alive_[row] != 0) sum += points_(row, j);
    }
    result[j] = sum / static_cast<double>(size());
  }
  return result;
}

bool BoxedRecords::same_point(std::uint32_t a, std::uint32_t b) const {
  for (std::size_t j = 0; j < points_.columns(); ++j) {
    if (points_(a, j) != points_(b, j)) return false;
  }
  return true;
}

// The running sums give a centroid whose distance to the exact one (summed in row order) is bounded.
// Within that bound several records may be the farthest; then the exact centroid decides.
std::uint32_t BoxedRecords::farthest_from_centroid() {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  const auto n = static_cast<double>(size());
  std::vector<double> centre(points_.columns());
  double offset = 0.0, reach = 0.0;  // bounds on |centre − exact centroid|² and on any distance²
  for (std::size_t j = 0; j < centre.size(); ++j) {
    centre[j] = static_cast<double>(sums_[j] / static_cast<long double>(n));
    // A sum of n terms is off by at most n·unit·Σ|x|; both sums, the division, and a margin of two.
    const double error =
        4.0 * unit * (static_cast<double>(size_at_build_) * magnitudes_[j] / n + std::fabs(centre[j]));
    offset += error * error;
    reach += spread_[j] * spread_[j];
  }
  const auto columns = static_cast<double>(centre.size());
  const double slack = 4.0 * (std::sqrt(reach * offset) + offset) + 8.0 * (columns + 2.0) * unit * reach;
  std::vector<FoundRow> found = farthest_->farthest(centre, slack, no_record);
  const auto lowest = [](const FoundRow& a, const FoundRow& b) { return a.row < b.row; };
  const std::uint32_t first = std::min_element(found.begin(), found.end(), lowest)->row;
  const bool all_equal = std::all_of(found.begin(), found.end(),
                                     [&](const FoundRow& entry) { return same_point(entry.row, first); });
  if (all_equal) return first;
  const std::vector<double> exact = exact_centroid();
  for (FoundRow& entry : found) {
    entry.squared = 0.0;
    for (std::size_t j = 0; j < exact.size(); ++j) {
      const double difference = points_(entry.row, j) - exact[j];
      entry.squared += difference * difference;
    }
  }
  return std::min_element(found.begin(), found.end(),
                          [](const FoundRow& a, const FoundRow& b) {
                            return a.squared != b.squared ? a.squared > b.squared : a.row < b.row;
                          })
      ->row;
}

FoundRow BoxedRecords::farthest_from(std::uint32_t row) {
  const std::vector<FoundRow> found = farthest_->farthest(point(row), 0.0, row);
  return *std::min_element(found.begin(), found.end(),
                           [](const FoundRow& a, const FoundRow& b) { return a.row < b.row; });
}

std::vector<std::uint32_t> BoxedRecords::take(std::uint32_t seed, std::size_t k, std::uint32_t except) {
  const std::uint32_t excluded[2] = {seed, except};
  std::vector<std::uint32_t> group{seed};
  for (const FoundRow& entry : nearest_->nearest(point(seed), k - 1, excluded)) group.push_back(entry.row);
  std::sort(group.begin(), group.end());
  for (const std::uint32_t row : group) {
    nearest_->remove(row);
    farthest_->remove(row);
    alive_[row] = 0;
    for (std::size_t j = 0; j < sums_.size(); ++j) sums_[j] -= points_(row, j);
  }
  if (size() < size_at_build_ / 2) rebuild();
  return group;
}

}  // namespace sfumato::stats
