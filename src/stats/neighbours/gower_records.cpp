// Classes of equal records are the points of a tree, which is rebuilt when half of them are gone, or of a
// scan where numbers are missing.
#include "stats/neighbours/gower_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {
namespace {

// How much a number must spread to be split before categories, in shares of its range.
constexpr double spread_for_nearest = 0.5, spread_for_farthest = 0.1;

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

}  // namespace

GowerRecords::GowerRecords(const std::vector<GowerColumn>& columns, const Run& run)
    : columns_(columns), summaries_(columns.size()) {
  KeyClasses found = equal_records(columns, run);
  size_ = found.of_row.size();
  left_ = found.count();
  classes_.resize(left_);
  for (std::uint32_t row = 0; row < size_; ++row) classes_[found.of_row[row]].rows.push_back(row);
  class_of_ = std::move(found.of_row);
  first_ = std::move(found.first);
  fronts_ = first_;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    Summary& summary = summaries_[j];
    summary.counts.resize(columns[j].count);
    for (const std::int32_t code : columns[j].codes) ++summary.counts[static_cast<std::size_t>(code)];
    for (const double number : columns[j].numbers) {
      missing_ = missing_ || std::isnan(number);
      if (std::isnan(number)) continue;
      summary.sum += number;
      ++summary.present;
    }
  }
  index();
}

void GowerRecords::index() {
  std::vector<std::uint32_t> remaining;
  for (std::uint32_t number = 0; number < classes_.size(); ++number) {
    if (classes_[number].size() > 0) remaining.push_back(number);
  }
  left_at_index_ = left_;
  if (missing_) {
    scan_.emplace(columns_, first_, remaining, fronts_);
  } else {
    near_.emplace(columns_, first_, remaining, fronts_, spread_for_nearest);
    far_.emplace(columns_, first_, remaining, fronts_, spread_for_farthest);
    if (!order_) order_.emplace(columns_, first_, fronts_);
  }
}

std::vector<std::uint32_t> GowerRecords::rows() const {
  std::vector<std::uint32_t> result;
  for (const Class& one : classes_) {
    result.insert(result.end(), one.rows.begin() + static_cast<std::ptrdiff_t>(one.head), one.rows.end());
  }
  std::sort(result.begin(), result.end());
  return result;
}

GowerPoint GowerRecords::point(std::uint32_t row) const {
  GowerPoint result{std::vector<double>(columns_.size()), std::vector<std::int32_t>(columns_.size())};
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    if (columns_[j].categorical) {
      result.codes[j] = columns_[j].codes[row];
    } else {
      result.numbers[j] = columns_[j].numbers[row];
    }
  }
  return result;
}

GowerPoint GowerRecords::centroid() const {
  GowerPoint result{std::vector<double>(columns_.size()), std::vector<std::int32_t>(columns_.size())};
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Summary& summary = summaries_[j];
    if (!columns_[j].categorical) {
      result.numbers[j] = summary.present > 0
                              ? static_cast<double>(summary.sum / static_cast<long double>(summary.present))
                              : std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    std::vector<std::pair<std::int32_t, std::size_t>> counts;
    for (std::size_t code = 0; code < summary.counts.size(); ++code) {
      if (summary.counts[code] > 0)
        counts.emplace_back(static_cast<std::int32_t>(code), summary.counts[code]);
    }
    result.codes[j] = centre_of(columns_[j], counts);
  }
  return result;
}

GowerCandidate GowerRecords::farthest(const GowerPoint& centre, std::uint32_t except) const {
  return far_ ? far_->farthest(centre, except) : scan_->farthest(centre, except);
}

std::uint32_t GowerRecords::farthest_from_centroid() {
  return fronts_[(order_ ? order_->farthest(centroid()) : farthest(centroid(), no_point)).second];
}

// Equal records are at distance 0, as others are only where numbers are missing: they count where none is
// farther.
FoundRow GowerRecords::farthest_from(std::uint32_t row) {
  const Class& own = classes_[class_of_[row]];
  const bool front = own.rows[own.head] == row;
  const std::uint32_t equal = own.size() > 1 ? own.rows[own.head + (front ? 1 : 0)] : no_point;
  const GowerCandidate found = farthest(point(row), class_of_[row]);
  if (found.second == no_point) return {0.0, equal};
  const std::uint32_t other = fronts_[found.second];
  return {found.first, found.first == 0.0 ? std::min(other, equal) : other};
}

// The wanted rows lie in the first k + 2 classes by distance and front: a class between two of them has a row
// that comes before, and only the seed and `except` are not candidates.
std::vector<std::uint32_t> GowerRecords::take(std::uint32_t seed, std::size_t k, std::uint32_t except) {
  const GowerPoint centre = point(seed);
  std::vector<GowerCandidate> candidates;  // distance, row
  for (const auto& [distance, number] :
       near_ ? near_->nearest(centre, k + 2) : scan_->nearest(centre, k + 2)) {
    const Class& one = classes_[number];
    const std::size_t end = std::min(one.rows.size(), one.head + k + 2);
    for (std::size_t i = one.head; i < end; ++i) {
      if (one.rows[i] != seed && one.rows[i] != except) candidates.emplace_back(distance, one.rows[i]);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  std::vector<std::uint32_t> group{seed};
  for (std::size_t i = 0; i + 1 < k; ++i) group.push_back(candidates[i].second);
  for (const std::uint32_t row : group) remove(row);
  std::sort(group.begin(), group.end());
  if (left_ < left_at_index_ / 2) index();
  return group;
}

void GowerRecords::remove(std::uint32_t row) {
  const std::uint32_t number = class_of_[row];
  Class& own = classes_[number];
  std::size_t at = own.head;
  while (own.rows[at] != row) ++at;  // a row near the front
  for (; at > own.head; --at) own.rows[at] = own.rows[at - 1];
  ++own.head;
  --size_;
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    Summary& summary = summaries_[j];
    if (columns_[j].categorical) {
      --summary.counts[static_cast<std::size_t>(columns_[j].codes[row])];
    } else if (!std::isnan(columns_[j].numbers[row])) {
      summary.sum -= columns_[j].numbers[row];
      --summary.present;
    }
  }
  if (own.size() == 0) {
    --left_;
    fronts_[number] = no_point;
    if (scan_) scan_->remove(number);
    if (near_) near_->remove(number);
    if (far_) far_->remove(number);
  } else {
    fronts_[number] = own.rows[own.head];
    if (near_) near_->refresh(number);
    if (far_) far_->refresh(number);
  }
}

}  // namespace sfumato::stats
