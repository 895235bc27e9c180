// Bounds and sums are added in the same column order, of terms that are no larger: rounding is monotone, so
// that a bound never exceeds the sum of a point inside its box, and pruning cannot change a result.
#include "stats/neighbours/gower_boxes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/number_limits.hpp"
#include "core/vector_clones.hpp"
#include "stats/neighbours/lanes.hpp"

namespace sfumato::stats {
namespace {

using BitLanes = std::int64_t __attribute__((vector_size(32)));
constexpr std::size_t lane_count = sizeof(DoubleLanes) / sizeof(double);
constexpr std::size_t most_sampled = 256;  // points by which a column to split is chosen

// A missing category is −1.
std::uint64_t code_bit(double code) {
  return std::uint64_t{1} << (static_cast<std::uint64_t>(code + 1.0) % 64);
}

}  // namespace

SFUMATO_VECTOR_CLONES
void GowerBoxes::leaf_sums(const double* leaf, const double* query, const double* scales, std::size_t width,
                           double* sums) {
  constexpr std::size_t vectors = leaf_size / lane_count;
  const DoubleLanes zero = {}, one = zero + 1.0;
  DoubleLanes totals[vectors] = {};
  for (std::size_t j = 0; j < width; ++j) {
    const double centre = query[j], scale = scales[j];
    const double* column = leaf + j * leaf_size;
    if (scale == 0.0) {
      for (std::size_t v = 0; v < vectors; ++v) {
        DoubleLanes values;
        load_lanes(values, column + v * lane_count);
        totals[v] += values == centre ? zero : one;
      }
      continue;
    }
    for (std::size_t v = 0; v < vectors; ++v) {
      DoubleLanes apart;
      load_lanes(apart, column + v * lane_count);
      apart -= centre;
      apart = (apart < zero ? -apart : apart) * scale;
      totals[v] += apart < one ? apart : one;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) store_lanes(sums + v * lane_count, totals[v]);
}

SFUMATO_VECTOR_CLONES
void GowerBoxes::lower_bounds(const double* box, const double* query, const double* scales, std::size_t width,
                              double* bounds) {
  constexpr std::size_t vectors = fan / lane_count;
  const DoubleLanes zero = {}, one = zero + 1.0;
  const BitLanes none = {};
  DoubleLanes totals[vectors] = {};
  for (std::size_t j = 0; j < width; ++j) {
    const double centre = query[j], scale = scales[j];
    const double* lowers = box + j * fan;
    if (scale == 0.0) {
      const auto bit = static_cast<std::int64_t>(code_bit(centre));
      for (std::size_t v = 0; v < vectors; ++v) {
        BitLanes sets;
        load_lanes(sets, lowers + v * lane_count);
        totals[v] += (sets & bit) == none ? one : zero;
      }
      continue;
    }
    for (std::size_t v = 0; v < vectors; ++v) {
      DoubleLanes lower, upper;
      load_lanes(lower, lowers + v * lane_count);
      load_lanes(upper, lowers + width * fan + v * lane_count);
      const DoubleLanes below = lower - centre, above = centre - upper;
      DoubleLanes outside = below > above ? below : above;
      outside = (outside > zero ? outside : zero) * scale;
      totals[v] += outside < one ? outside : one;
    }
  }
  for (std::size_t v = 0; v < vectors; ++v) store_lanes(bounds + v * lane_count, totals[v]);
}

void GowerBoxes::sort_nearest_last(Candidate* candidates, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const Candidate candidate = candidates[i];
    std::size_t place = i;
    for (; place > 0 && candidate.bound > candidates[place - 1].bound; --place)
      candidates[place] = candidates[place - 1];
    candidates[place] = candidate;
  }
}

GowerBoxes::GowerBoxes(const GowerSpace& space, const SpaceRecords& records, const Run& run)
    : space_(space), records_(records), equal_(records, run) {
  if (records.rows == 0) return;
  std::vector<std::uint32_t> all(equal_.count());
  std::iota(all.begin(), all.end(), 0U);
  build(all, run, 0);
}

// Halves the largest piece until there are eight, or until all are leaves. Far down an uneven tree pieces are
// cut by number, so that its depth is bounded.
std::uint32_t GowerBoxes::build(Points points, const Run& run, std::size_t level) {
  if (points.size() > 10'000) run.check_stop();
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  boxes_.resize(boxes_.size() + 2 * space_.width() * fan,
                infinity);  // nothing is in a child that is not there
  std::vector<Points> pieces{points};
  while (pieces.size() < fan) {
    const auto largest = std::max_element(
        pieces.begin(), pieces.end(), [](const Points& a, const Points& b) { return a.size() < b.size(); });
    if (largest->size() <= leaf_size) break;
    const std::size_t middle = level < depth / 2 ? split(*largest) : largest->size() / 2;
    const Points second = largest->subspan(middle);
    *largest = largest->first(middle);
    pieces.push_back(second);
  }
  for (std::size_t place = 0; place < pieces.size(); ++place) {
    const bool leaf = pieces[place].size() <= leaf_size;
    const std::uint32_t child = leaf ? add_leaf(pieces[place]) : build(pieces[place], run, level + 1);
    nodes_[node].children[place] = child;
    nodes_[node].leaf[place] = leaf;
    add_box(node, place, pieces[place]);
  }
  nodes_[node].count = pieces.size();
  return node;
}

std::uint32_t GowerBoxes::add_leaf(Points points) {
  const auto number = static_cast<std::uint32_t>(leaves_.size());
  Leaf& leaf = leaves_.emplace_back();
  leaf.count = static_cast<std::uint32_t>(points.size());
  std::copy(points.begin(), points.end(), leaf.points.begin());
  const std::size_t width = space_.width();
  coordinates_.resize(coordinates_.size() + width * leaf_size);
  double* values = coordinates_.data() + number * width * leaf_size;
  for (std::size_t t = 0; t < points.size(); ++t) {
    for (std::size_t j = 0; j < width; ++j) values[j * leaf_size + t] = value(points[t], j);
  }
  return number;
}

void GowerBoxes::add_box(std::uint32_t node, std::size_t place, Points points) {
  const std::size_t width = space_.width();
  for (std::size_t j = 0; j < width; ++j) {
    double& lower = box(node)[j * fan + place];
    double& upper = box(node)[(width + j) * fan + place];
    if (space_.categorical(j)) {
      std::uint64_t set = 0;
      for (const std::uint32_t number : points) set |= code_bit(value(number, j));
      lower = std::bit_cast<double>(set);
      continue;
    }
    lower = infinity;
    upper = -infinity;
    for (const std::uint32_t number : points) {
      lower = std::min(lower, value(number, j));
      upper = std::max(upper, value(number, j));
    }
  }
}

// What a cut next to the median promises: the chance that two points lie on different sides of it, times how
// far a point then is from the other side. `values` are scratch.
double GowerBoxes::gain(Points points, std::size_t axis, std::vector<double>& values) const {
  values.clear();
  const std::size_t step = std::max<std::size_t>(1, points.size() / most_sampled);
  for (std::size_t i = 0; i < points.size(); i += step) values.push_back(value(points[i], axis));
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  const double middle = values[values.size() / 2];
  if (space_.categorical(axis)) {
    const auto below =
        static_cast<double>(std::lower_bound(values.begin(), values.end(), middle) - values.begin());
    const auto upto =
        static_cast<double>(std::upper_bound(values.begin(), values.end(), middle) - values.begin());
    return std::max(below * (count - below), upto * (count - upto)) / (count * count);
  }
  double apart = 0.0;
  for (const double one : values) apart += std::min(std::fabs(one - middle) * space_.scales[axis], 1.0);
  return 0.25 * apart / count;
}

// Orders the points by the column with the most gain and cuts next to the median, where its value changes.
std::size_t GowerBoxes::split(Points points) const {
  std::vector<double> values;
  std::size_t best = space_.width();
  double most = 0.0;
  for (std::size_t j = 0; j < space_.width(); ++j) {
    const double found = gain(points, j, values);
    if (found > most) {
      most = found;
      best = j;
    }
  }
  if (best == space_.width()) {  // the sample is constant; points are different
    for (best = 0;; ++best) {
      const double first = value(points.front(), best);
      if (std::any_of(points.begin(), points.end(),
                      [&](std::uint32_t number) { return value(number, best) != first; })) {
        break;
      }
    }
  }
  std::sort(points.begin(), points.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double x = value(a, best), y = value(b, best);
    return x != y ? x < y : a < b;
  });
  const auto less = [&](std::uint32_t a, std::uint32_t b) { return value(a, best) < value(b, best); };
  const auto middle = points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2);
  const auto down = std::lower_bound(points.begin(), middle, *middle, less);
  const auto up = std::upper_bound(middle, points.end(), *middle, less);
  const bool lower = up == points.end() || (down != points.begin() && middle - down < up - middle);
  return static_cast<std::size_t>((lower ? down : up) - points.begin());
}

}  // namespace sfumato::stats
