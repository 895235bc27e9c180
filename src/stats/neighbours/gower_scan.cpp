// Points are packed column by column, so that every pass is sequential.
#include "stats/neighbours/gower_scan.hpp"

#include <algorithm>
#include <cmath>

#include "core/vector_clones.hpp"

namespace sfumato::stats {
namespace {

SFUMATO_VECTOR_CLONES void add_differences(const double* values, double centre, std::size_t count,
                                           double* sums) {
  for (std::size_t i = 0; i < count; ++i) sums[i] += std::fabs(values[i] - centre);
}

SFUMATO_VECTOR_CLONES void add_unequal(const std::int32_t* codes, std::int32_t centre, std::size_t count,
                                       double* sums) {
  for (std::size_t i = 0; i < count; ++i) sums[i] += codes[i] == centre ? 0.0 : 1.0;
}

}  // namespace

GowerScan::GowerScan(const std::vector<GowerColumn>& columns, const std::vector<std::uint32_t>& rows,
                     std::span<const std::uint32_t> points, const std::vector<std::uint32_t>& fronts)
    : columns_(columns),
      fronts_(fronts),
      points_(points.begin(), points.end()),
      place_of_(rows.size(), no_point),
      packed_(columns.size()) {
  for (std::uint32_t place = 0; place < points_.size(); ++place) place_of_[points_[place]] = place;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    PackedColumn& packed = packed_[j];
    for (const std::uint32_t point : points_) {
      if (columns[j].categorical) {
        packed.codes.push_back(columns[j].codes[rows[point]]);
      } else {
        packed.numbers.push_back(columns[j].numbers[rows[point]]);
        packed.missing = packed.missing || std::isnan(packed.numbers.back());
      }
    }
  }
}

void GowerScan::add_column(std::size_t j, const GowerPoint& centre, std::vector<double>& distances,
                           std::vector<double>& shared) const {
  const PackedColumn& packed = packed_[j];
  const std::size_t count = points_.size();
  if (columns_[j].categorical) {
    if (columns_[j].distance.is_nominal()) {
      add_unequal(packed.codes.data(), centre.codes[j], count, distances.data());
      return;
    }
    std::vector<double> apart(columns_[j].count);
    for (std::size_t code = 0; code < apart.size(); ++code) {
      apart[code] = columns_[j].distance.between(static_cast<std::int32_t>(code), centre.codes[j]);
    }
    for (std::size_t i = 0; i < count; ++i) distances[i] += apart[static_cast<std::size_t>(packed.codes[i])];
    return;
  }
  if (!packed.missing && !std::isnan(centre.numbers[j])) {
    add_differences(packed.numbers.data(), centre.numbers[j], count, distances.data());
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = std::fabs(packed.numbers[i] - centre.numbers[j]);
    if (std::isnan(difference)) {
      shared[i] -= 1.0;
    } else {
      distances[i] += difference;
    }
  }
}

std::vector<double> GowerScan::distances_from(const GowerPoint& centre) const {
  const auto all = static_cast<double>(columns_.size());
  std::vector<double> distances(points_.size(), 0.0), shared(points_.size(), all);
  for (std::size_t j = 0; j < columns_.size(); ++j) add_column(j, centre, distances, shared);
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (shared[i] < all) distances[i] *= all / shared[i];
  }
  return distances;
}

std::vector<GowerCandidate> GowerScan::nearest(const GowerPoint& centre, std::size_t count) const {
  const std::vector<double> distances = distances_from(centre);
  const auto nearer = [&](const GowerCandidate& a, const GowerCandidate& b) {
    return a.first != b.first ? a.first < b.first : fronts_[a.second] < fronts_[b.second];
  };
  std::vector<GowerCandidate> heap;  // the farthest on top
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const GowerCandidate candidate{distances[i], points_[i]};
    if (heap.size() == count) {
      if (!nearer(candidate, heap.front())) continue;
      std::pop_heap(heap.begin(), heap.end(), nearer);
      heap.back() = candidate;
    } else {
      heap.push_back(candidate);
    }
    std::push_heap(heap.begin(), heap.end(), nearer);
  }
  return heap;
}

GowerCandidate GowerScan::farthest(const GowerPoint& centre, std::uint32_t except) const {
  const std::vector<double> distances = distances_from(centre);
  GowerCandidate best{-1.0, no_point};
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (points_[i] == except || distances[i] < best.first) continue;
    if (distances[i] > best.first || fronts_[points_[i]] < fronts_[best.second]) {
      best = {distances[i], points_[i]};
    }
  }
  return best;
}

void GowerScan::remove(std::uint32_t point) {
  const std::uint32_t place = place_of_[point];
  place_of_[points_.back()] = place;
  points_[place] = points_.back();
  points_.pop_back();
  for (PackedColumn& packed : packed_) {
    if (packed.codes.empty()) {
      packed.numbers[place] = packed.numbers.back();
      packed.numbers.pop_back();
    } else {
      packed.codes[place] = packed.codes.back();
      packed.codes.pop_back();
    }
  }
}

}  // namespace sfumato::stats
