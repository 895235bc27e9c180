// Values of a hierarchy become numbers once, so that two categories are compared level by level without
// texts.
#include "stats/neighbours/category_distance.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace sfumato::stats {

CategoryDistance CategoryDistance::nominal() { return {}; }

CategoryDistance CategoryDistance::ordinal(std::vector<double> places) {
  CategoryDistance result;
  std::vector<double> known = places;
  std::erase_if(known, [](double place) { return std::isnan(place); });
  std::sort(known.begin(), known.end());
  for (std::size_t i = 1; i < known.size(); ++i) {
    result.least_ = std::min(result.least_, known[i] - known[i - 1]);
  }
  result.places_ = std::move(places);
  return result;
}

CategoryDistance CategoryDistance::hierarchical(const std::vector<std::string>& texts,
                                                const Hierarchy& tree) {
  CategoryDistance result;
  result.levels_ = tree.levels();
  if (result.levels_ < 2 || texts.empty()) return {};
  // At each level the number of each value, and a leaf below it.
  struct Node {
    std::int32_t number;
    std::size_t row;
  };
  std::vector<std::unordered_map<std::string, Node>> nodes(result.levels_);
  for (std::size_t row = 0; row < tree.leaves(); ++row) {
    for (std::size_t level = 0; level < result.levels_; ++level) {
      const auto number = static_cast<std::int32_t>(nodes[level].size());
      nodes[level].try_emplace(tree.rows()[row][level], Node{number, row});
    }
  }
  for (std::size_t code = 0; code < texts.size(); ++code) {
    const std::int32_t alone = -1 - static_cast<std::int32_t>(code);
    std::size_t own = 0;
    while (own < result.levels_ && !nodes[own].contains(texts[code])) ++own;
    for (std::size_t level = 0; level < result.levels_; ++level) {
      const bool below = level < own;  // everywhere, for a text that no level has
      const std::size_t row = below ? 0 : nodes[own].at(texts[code]).row;
      result.nodes_.push_back(below ? alone : nodes[level].at(tree.rows()[row][level]).number);
    }
  }
  result.least_ = 1.0 / static_cast<double>(result.levels_ - 1);
  return result;
}

double CategoryDistance::between_places(std::int32_t a, std::int32_t b) const {
  const double apart = std::fabs(places_[static_cast<std::size_t>(a)] - places_[static_cast<std::size_t>(b)]);
  return std::isnan(apart) ? 1.0 : apart;
}

double CategoryDistance::between_nodes(std::int32_t a, std::int32_t b) const {
  const std::int32_t* first = nodes_.data() + static_cast<std::size_t>(a) * levels_;
  const std::int32_t* second = nodes_.data() + static_cast<std::size_t>(b) * levels_;
  for (std::size_t level = 1; level + 1 < levels_; ++level) {
    if (first[level] == second[level]) return static_cast<double>(level) / static_cast<double>(levels_ - 1);
  }
  return 1.0;
}

// The sum for one category is Σ_l l·(categories whose common ancestor with it is at level l): those that
// share its value there but not below.
std::int32_t CategoryDistance::most_central(
    const std::vector<std::pair<std::int32_t, std::size_t>>& counts) const {
  std::size_t all = 0;
  for (const auto& [code, count] : counts) all += count;
  const std::size_t highest = nodes_.empty() ? 1 : levels_ - 1;
  std::vector<std::size_t> sums(counts.size(), 0), nearer(counts.size(), 0);
  for (std::size_t i = 0; i < counts.size(); ++i) nearer[i] = counts[i].second;
  for (std::size_t level = 1; level < highest; ++level) {
    const auto node = [&](std::size_t i) {
      return nodes_[static_cast<std::size_t>(counts[i].first) * levels_ + level];
    };
    std::unordered_map<std::int32_t, std::size_t> below;
    for (std::size_t i = 0; i < counts.size(); ++i) below[node(i)] += counts[i].second;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const std::size_t met = below[node(i)];
      sums[i] += level * (met - nearer[i]);
      nearer[i] = met;
    }
  }
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += highest * (all - nearer[i]);
  return counts[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())].first;
}

std::vector<double> even_places(std::size_t count) {
  std::vector<double> places(count, 0.0);
  for (std::size_t i = 1; i < count; ++i) places[i] = static_cast<double>(i) / static_cast<double>(count - 1);
  return places;
}

}  // namespace sfumato::stats
