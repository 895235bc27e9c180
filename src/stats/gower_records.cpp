// Classes of equal records lie packed column by column; a class that is used up gives its place to the last.
#include "stats/gower_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/vector_clones.hpp"
#include "stats/key_classes.hpp"
#include "stats/remaining_records.hpp"

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

KeyClasses equal_records(const std::vector<GowerColumn>& columns, const Run& run) {
  KeyTable keys;
  for (const GowerColumn& column : columns) {
    keys.columns.push_back(column.categorical
                               ? KeyColumn{column.codes, static_cast<std::int32_t>(column.count)}
                               : key_column(Column(column.numbers)));
    keys.rows = keys.columns.back().codes.size();
  }
  return equal_classes(keys, run);
}

std::int32_t median_of(const GowerColumn& column,
                       const std::vector<std::pair<std::int32_t, std::size_t>>& counts) {
  std::size_t missing = 0, present = 0;
  for (const auto& [code, count] : counts) (code == column.missing_code ? missing : present) += count;
  if (missing > present) return column.missing_code;
  std::size_t passed = 0;
  for (const auto& [code, count] : counts) {
    if (code == column.missing_code) continue;
    passed += count;
    if (2 * passed >= present) return code;
  }
  return column.missing_code;
}

}  // namespace

std::int32_t centre_of(const GowerColumn& column,
                       const std::vector<std::pair<std::int32_t, std::size_t>>& counts) {
  if (column.centre == Centre::median) return median_of(column, counts);
  if (column.centre == Centre::marginality) return column.distance.most_central(counts);
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

GowerRecords::GowerRecords(const std::vector<GowerColumn>& columns, const Run& run)
    : columns_(columns), packed_(columns.size()) {
  KeyClasses found = equal_records(columns, run);
  size_ = found.of_row.size();
  classes_.resize(found.count());
  for (std::uint32_t row = 0; row < size_; ++row) classes_[found.of_row[row]].rows.push_back(row);
  for (std::uint32_t number = 0; number < classes_.size(); ++number) {
    classes_[number].place = number;
    class_at_.push_back(number);
  }
  for (std::size_t j = 0; j < columns.size(); ++j) {
    PackedColumn& packed = packed_[j];
    for (const std::uint32_t row : found.first) {
      if (columns[j].categorical) {
        packed.codes.push_back(columns[j].codes[row]);
      } else {
        packed.numbers.push_back(columns[j].numbers[row]);
        packed.missing = packed.missing || std::isnan(packed.numbers.back());
      }
    }
    packed.counts.resize(columns[j].count);
    for (const std::int32_t code : columns[j].codes) ++packed.counts[static_cast<std::size_t>(code)];
  }
  class_of_ = std::move(found.of_row);
}

std::vector<std::uint32_t> GowerRecords::rows() const {
  std::vector<std::uint32_t> result;
  for (const std::uint32_t number : class_at_) {
    const Class& one = classes_[number];
    result.insert(result.end(), one.rows.begin() + static_cast<std::ptrdiff_t>(one.head), one.rows.end());
  }
  std::sort(result.begin(), result.end());
  return result;
}

GowerRecords::Point GowerRecords::point(std::size_t place) const {
  Point result{std::vector<double>(columns_.size()), std::vector<std::int32_t>(columns_.size())};
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (columns_[j].categorical) {
      result.codes[j] = packed_[j].codes[place];
    } else {
      result.numbers[j] = packed_[j].numbers[place];
    }
  }
  return result;
}

GowerRecords::Point GowerRecords::centroid() const {
  Point result{std::vector<double>(columns_.size()), std::vector<std::int32_t>(columns_.size())};
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const PackedColumn& packed = packed_[j];
    if (columns_[j].categorical) {
      std::vector<std::pair<std::int32_t, std::size_t>> counts;
      for (std::size_t code = 0; code < packed.counts.size(); ++code) {
        if (packed.counts[code] > 0)
          counts.emplace_back(static_cast<std::int32_t>(code), packed.counts[code]);
      }
      result.codes[j] = centre_of(columns_[j], counts);
      continue;
    }
    double sum = 0.0, present = 0.0;
    for (std::size_t place = 0; place < class_at_.size(); ++place) {
      if (std::isnan(packed.numbers[place])) continue;
      const auto members = static_cast<double>(classes_[class_at_[place]].size());
      sum += members * packed.numbers[place];
      present += members;
    }
    result.numbers[j] = present > 0.0 ? sum / present : std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

void GowerRecords::measure_column(std::size_t j, const Point& centre) {
  const PackedColumn& packed = packed_[j];
  const std::size_t count = class_at_.size();
  if (columns_[j].categorical) {
    if (columns_[j].distance.is_nominal()) {
      add_unequal(packed.codes.data(), centre.codes[j], count, distances_.data());
      return;
    }
    std::vector<double> apart(columns_[j].count);
    for (std::size_t code = 0; code < apart.size(); ++code) {
      apart[code] = columns_[j].distance.between(static_cast<std::int32_t>(code), centre.codes[j]);
    }
    for (std::size_t i = 0; i < count; ++i) distances_[i] += apart[static_cast<std::size_t>(packed.codes[i])];
    return;
  }
  if (!packed.missing && !std::isnan(centre.numbers[j])) {
    add_differences(packed.numbers.data(), centre.numbers[j], count, distances_.data());
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = std::fabs(packed.numbers[i] - centre.numbers[j]);
    if (std::isnan(difference)) {
      shared_[i] -= 1.0;
    } else {
      distances_[i] += difference;
    }
  }
}

// Some column is categorical, and these are never missing: no two records share nothing.
void GowerRecords::measure_from(const Point& centre) {
  const auto all = static_cast<double>(columns_.size());
  distances_.assign(class_at_.size(), 0.0);
  shared_.assign(class_at_.size(), all);
  for (std::size_t j = 0; j < columns_.size(); ++j) measure_column(j, centre);
  for (std::size_t i = 0; i < distances_.size(); ++i) {
    if (shared_[i] < all) distances_[i] *= all / shared_[i];
  }
}

std::uint32_t GowerRecords::farthest_from_centroid() {
  measure_from(centroid());
  double most = -1.0;
  std::uint32_t best = no_record;
  for (std::size_t i = 0; i < distances_.size(); ++i) {
    if (distances_[i] < most || (distances_[i] == most && front_at(i) > best)) continue;
    most = distances_[i];
    best = front_at(i);
  }
  return best;
}

Found GowerRecords::farthest_from(std::uint32_t row) {
  const Class& own = classes_[class_of_[row]];
  measure_from(point(own.place));
  Found best{-1.0, no_record};
  for (std::size_t i = 0; i < distances_.size(); ++i) {
    std::uint32_t front = front_at(i);
    if (front == row) {
      if (own.size() == 1) continue;
      front = own.rows[own.head + 1];
    }
    if (distances_[i] > best.squared || (distances_[i] == best.squared && front < best.row)) {
      best = {distances_[i], front};
    }
  }
  return best;
}

// The wanted rows lie in the first k + 2 classes by distance and front: a class between two of them has a row
// that comes before, and only the seed and `except` are no candidates.
std::vector<std::uint32_t> GowerRecords::take(std::uint32_t seed, std::size_t k, std::uint32_t except) {
  measure_from(point(classes_[class_of_[seed]].place));
  using Candidate = std::pair<double, std::uint32_t>;  // distance, row
  std::vector<Candidate> nearest;                      // a heap whose top is the farthest
  for (std::size_t i = 0; i < distances_.size(); ++i) {
    const Candidate candidate{distances_[i], front_at(i)};
    if (nearest.size() == k + 2) {
      if (!(candidate < nearest.front())) continue;
      std::pop_heap(nearest.begin(), nearest.end());
      nearest.back() = candidate;
    } else {
      nearest.push_back(candidate);
    }
    std::push_heap(nearest.begin(), nearest.end());
  }
  std::vector<Candidate> candidates;
  for (const auto& [distance, front] : nearest) {
    const Class& one = classes_[class_of_[front]];
    for (std::size_t i = one.head; i < std::min(one.rows.size(), one.head + k + 2); ++i) {
      if (one.rows[i] != seed && one.rows[i] != except) candidates.emplace_back(distance, one.rows[i]);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  std::vector<std::uint32_t> group{seed};
  for (std::size_t i = 0; i + 1 < k; ++i) group.push_back(candidates[i].second);
  for (const std::uint32_t row : group) remove(row);
  std::sort(group.begin(), group.end());
  return group;
}

void GowerRecords::remove(std::uint32_t row) {
  Class& own = classes_[class_of_[row]];
  std::size_t at = own.head;
  while (own.rows[at] != row) ++at;  // a row near the front
  for (; at > own.head; --at) own.rows[at] = own.rows[at - 1];
  ++own.head;
  --size_;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (columns_[j].categorical) --packed_[j].counts[static_cast<std::size_t>(columns_[j].codes[row])];
  }
  if (own.size() == 0) drop_class(own.place);
}

void GowerRecords::drop_class(std::size_t place) {
  classes_[class_at_.back()].place = static_cast<std::uint32_t>(place);
  class_at_[place] = class_at_.back();
  class_at_.pop_back();
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
