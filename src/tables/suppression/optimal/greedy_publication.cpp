#include "tables/suppression/optimal/greedy_publication.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "stats/fields/dense_rows.hpp"
#include "stats/fields/prime_field.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t pivots_to_compare = 6;
constexpr std::size_t last_groups_to_compare = 40;
// Cells with less room than the largest level restrict all others: publishing them is worth more than their
// cost, in units of the mean cost.
constexpr double worth_of_narrow_cells = 1;
constexpr double narrowest = 4;

double sum(std::span<const double> numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

std::vector<double> worths(const CutSystem& system) {
  double level = 0;
  for (const DemandSide& side : system.sides) level = std::max(level, side.level);
  const double mean = std::accumulate(system.cost.begin(), system.cost.end(), 0.0) /
                      static_cast<double>(std::max<std::size_t>(1, system.size()));
  std::vector<double> result(system.cost);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double room = std::min(system.room_down[i], system.room_up[i]);
    const double narrow = std::min(narrowest, room > 0 ? level / room : narrowest);
    result[i] += worth_of_narrow_cells * mean * narrow * narrow;
  }
  return result;
}

}  // namespace

GreedyPublication::GreedyPublication(const CutSystem& system)
    : system_(system), worth_(worths(system)), sensitive_(system.size(), 0), check_(system) {
  for (const DemandSide& side : system.sides) sensitive_[side.cell] = 1;
}

void GreedyPublication::complete(const FreedomTableau& tableau, std::span<const std::size_t> columns,
                                 double noise, double most, Rng& rng) {
  take(tableau, columns, noise, rng);
  while (true) {
    find_ratios();
    unite();
    std::optional<std::size_t> chosen = choose();
    if (open_.size() == 2) {
      if (cost_ - most_saved() > most) return;
      chosen = choose_last();
    }
    if (!chosen) break;
    publish(*chosen);
  }
  if (moving_.size() == open_.size()) lack_ = lack_of_groups();
}

void GreedyPublication::take(const FreedomTableau& tableau, std::span<const std::size_t> columns,
                             double noise, Rng& rng) {
  width_ = columns.size();
  columns_.assign(columns.begin(), columns.end());
  open_.resize(width_);
  std::iota(open_.begin(), open_.end(), std::size_t{0});
  std::vector<std::uint32_t> first(width_), second(width_);
  for (std::size_t k = 0; k < width_; ++k) {
    first[k] = static_cast<std::uint32_t>(rng.below(Field31::prime));
    second[k] = 1 + static_cast<std::uint32_t>(rng.below(Field31::prime - 1));
  }
  groups_.clear();
  terms_.clear();
  unions_.clear();
  steps_.clear();
  cost_ = lack_ = 0;
  for (std::size_t i = 0; i < tableau.cells(); ++i) {
    const std::span<const std::uint32_t> terms = tableau.row(i);
    if (std::none_of(columns_.begin(), columns_.end(), [&](std::size_t k) { return terms[k] != 0; }))
      continue;
    Group group{.cell = i, .cost = system_.cost[i], .gain = worth_[i], .sensitive = sensitive_[i] != 0};
    if (noise > 0) group.gain *= std::exp(noise * (2 * rng.uniform() - 1));
    for (std::size_t k = 0; k < width_; ++k) {
      const std::uint64_t term = terms[columns_[k]];
      terms_.push_back(static_cast<std::uint32_t>(term));
      group.above = Field31::reduced(group.above + term * first[k]);
      group.below = Field31::reduced(group.below + term * second[k]);
    }
    groups_.push_back(group);
    cost_ += group.cost;
  }
  moving_.resize(groups_.size());
  std::iota(moving_.begin(), moving_.end(), std::size_t{0});
  touched_ = moving_;
  slots_.assign(std::bit_ceil(2 * groups_.size() + 2), 0);
  used_slots_.clear();
}

// All quotients with one division: the product of the divisors is inverted, then one divisor after another is
// removed.
void GreedyPublication::find_ratios() {
  products_.assign(1, 1);
  for (const std::size_t g : touched_) {
    products_.push_back(Field31::multiply(products_.back(), groups_[g].below));
  }
  std::uint32_t rest = Field31::inverse(products_.back());
  for (std::size_t k = touched_.size(); k-- > 0;) {
    Group& group = groups_[touched_[k]];
    group.ratio = Field31::multiply(group.above, Field31::multiply(rest, products_[k]));
    rest = Field31::multiply(rest, group.below);
  }
}

// Cells in proportion have the same quotient of two random sums of their terms. They stay in proportion when
// more cells are published.
void GreedyPublication::unite() {
  for (const std::size_t slot : used_slots_) slots_[slot] = 0;
  used_slots_.clear();
  const std::size_t mask = slots_.size() - 1;
  std::erase_if(moving_, [&](std::size_t g) {
    const Group& group = groups_[g];
    std::size_t slot = (group.ratio * std::uint64_t{0x9E3779B97F4A7C15U} >> 32) & mask;
    while (slots_[slot] != 0 && groups_[slots_[slot] - 1].ratio != group.ratio) slot = (slot + 1) & mask;
    if (slots_[slot] == 0) {
      slots_[slot] = static_cast<std::uint32_t>(g + 1);
      used_slots_.push_back(slot);
      return false;
    }
    const std::size_t w = slots_[slot] - 1;
    Group& whole = groups_[w];
    whole.cost += group.cost;
    whole.gain += group.gain;
    whole.sensitive = whole.sensitive || group.sensitive;
    unions_.push_back({g, w, group.below, whole.below});
    return true;
  });
}

std::optional<std::size_t> GreedyPublication::choose() const {
  std::optional<std::size_t> best;
  double most = 0;
  for (const std::size_t g : moving_) {
    if (groups_[g].sensitive || groups_[g].gain <= most) continue;
    most = groups_[g].gain;
    best = g;
  }
  return best;
}

double GreedyPublication::most_saved() const {
  double most = 0;
  for (const std::size_t g : moving_) most = groups_[g].sensitive ? most : std::max(most, groups_[g].cost);
  return most;
}

std::optional<std::size_t> GreedyPublication::choose_last() {
  std::vector<std::size_t> order(moving_);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return groups_[a].cost > groups_[b].cost; });
  order.resize(std::min(order.size(), last_groups_to_compare));
  // Several rays together may be enough where no single one is.
  std::vector<double> together(system_.sides.size(), 1.0), alone;
  double least = std::numeric_limits<double>::infinity();
  std::optional<std::size_t> best;
  for (const std::size_t g : order) {
    alone.assign(system_.sides.size(), 1.0);
    take_ray_without(g);
    lower(alone);
    for (std::size_t k = 0; k < alone.size(); ++k) together[k] = std::min(together[k], alone[k]);
    const double lack = sum(alone), price = cost_ - groups_[g].cost + penalty_ * lack;
    if (groups_[g].sensitive || price >= least) continue;
    least = price;
    best = g;
    if (lack == 0) break;
  }
  lack_ = sum(together);
  return cost_ + penalty_ * lack_ < least ? std::nullopt : best;
}

void GreedyPublication::take_ray_without(std::size_t group) {
  const std::uint32_t left = Field31::negative(row(group)[open_[0]]), right = row(group)[open_[1]];
  deviation_.assign(groups_.size(), 0);
  for (const std::size_t g : moving_) {
    const std::uint64_t gone = Field31::multiply(left, row(g)[open_[1]]);
    deviation_[g] = Field31::reduced(gone + std::uint64_t{row(g)[open_[0]]} * right);
  }
}

double GreedyPublication::lack_of_groups() {
  std::vector<double> lacks(system_.sides.size(), 1.0);
  for (const std::size_t g : moving_) {
    deviation_.assign(groups_.size(), 0);
    deviation_[g] = 1;
    lower(lacks);
  }
  return sum(lacks);
}

void GreedyPublication::lower(std::span<double> lacks) {
  products_.assign(1, 1);
  for (const Union& one : unions_) {
    products_.push_back(Field31::multiply(products_.back(), one.below_whole));
  }
  std::uint32_t rest = Field31::inverse(products_.back());
  for (std::size_t k = unions_.size(); k-- > 0;) {
    const Union& one = unions_[k];
    const std::uint32_t share = Field31::multiply(one.below_part, Field31::multiply(rest, products_[k]));
    rest = Field31::multiply(rest, one.below_whole);
    deviation_[one.part] = Field31::multiply(deviation_[one.whole], share);
  }
  moved_cells_.clear();
  moved_.clear();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (deviation_[g] == 0) continue;
    moved_cells_.push_back(groups_[g].cell);
    moved_.push_back(deviation_[g]);
  }
  check_.lower(moved_cells_, moved_, lacks);
}

// The column that the fewest groups have a term in.
std::size_t GreedyPublication::pivot_of(std::span<const std::size_t> columns) const {
  std::size_t best = columns[0], fewest = moving_.size() + 1;
  for (const std::size_t k : columns.first(std::min(columns.size(), pivots_to_compare))) {
    const auto terms = static_cast<std::size_t>(
        std::count_if(moving_.begin(), moving_.end(), [&](std::size_t g) { return row(g)[k] != 0; }));
    if (terms >= fewest) continue;
    fewest = terms;
    best = k;
  }
  return best;
}

void GreedyPublication::publish(std::size_t published) {
  std::vector<std::size_t> places;
  std::vector<std::uint32_t> terms;
  for (const std::size_t k : open_) {
    if (row(published)[k] == 0) continue;
    places.push_back(k);
    terms.push_back(row(published)[k]);
  }
  const std::size_t pivot = pivot_of(places);
  const Group own = groups_[published];
  const std::uint32_t scale = Field31::inverse(row(published)[pivot]);
  steps_.push_back({own.cell, columns_[pivot]});
  std::erase(open_, pivot);
  touched_.clear();
  std::erase_if(moving_, [&](std::size_t g) {
    std::uint32_t* rest = row(g);
    if (rest[pivot] == 0) return false;
    Group& group = groups_[g];
    const std::uint32_t factor = Field31::negative(Field31::multiply(rest[pivot], scale));
    group.above = Field31::add_product(group.above, factor, own.above);
    group.below = Field31::add_product(group.below, factor, own.below);
    if (group.below == 0) {
      cost_ -= group.cost;
      return true;
    }
    add_multiple(Field31(), rest, factor, places, terms);
    touched_.push_back(g);
    return false;
  });
}

}  // namespace sfumato::tables
