#include "queries/camouflage/polytope.hpp"

#include <algorithm>
#include <set>
#include <span>

namespace sfumato::queries {
namespace {

constexpr Wide one = static_cast<Wide>(1) << (weight_bits + place_bits);
constexpr std::uint64_t last_place = std::uint64_t{1} << place_bits;

Wide weighed_place(const std::vector<std::uint64_t>& places, const std::vector<std::uint64_t>& weights) {
  Wide sum = 0;
  for (std::size_t j = 0; j < places.size(); ++j) sum += static_cast<Wide>(places[j]) * weights[j];
  return sum;
}

}  // namespace

std::vector<std::uint64_t> draw_weights(int count, SecureRng& rng) {
  constexpr std::uint64_t whole = std::uint64_t{1} << weight_bits;
  std::set<std::uint64_t> cuts;
  while (cuts.size() + 1 < static_cast<std::size_t>(count)) cuts.insert(1 + rng.below(whole - 1));
  cuts.insert(whole);
  std::vector<std::uint64_t> weights;
  std::uint64_t before = 0;
  for (const std::uint64_t cut : cuts) {
    weights.push_back(cut - before);
    before = cut;
  }
  return weights;
}

void draw_places(std::vector<std::uint64_t>& places, SecureRng& rng) {
  places[0] = 0;
  places[1] = last_place;
  for (std::size_t j = 2; j < places.size(); ++j) places[j] = rng.below(last_place + 1);
  rng.shuffle(std::span(places));
}

std::int64_t interval_width(std::int64_t value, Wide weighed, const IntervalLimits& limits) {
  const Wide below = static_cast<Wide>(value) - limits.lower, above = static_cast<Wide>(limits.upper) - value;
  Wide width = limits.width;
  width = std::min(width, below * one / weighed);
  width = std::min(width, above * one / (one - weighed));
  return static_cast<std::int64_t>(width);
}

std::int64_t entry(std::int64_t value, std::uint64_t place, Wide weighed, std::int64_t width) {
  const Wide away = ((static_cast<Wide>(place) << weight_bits) - weighed) * width;
  const Wide units = away >= 0 ? away / one : -((-away + one - 1) / one);
  return value + static_cast<std::int64_t>(units);
}

CamouflagedNumbers camouflage_numbers(const std::vector<std::int64_t>& values, const IntervalLimits& limits,
                                      const std::vector<std::uint64_t>& weights, SecureRng& rng) {
  CamouflagedNumbers result;
  result.vectors.assign(weights.size(), std::vector<std::int64_t>(values.size()));
  result.narrowest = values.empty() ? 0 : limits.width;
  std::vector<std::uint64_t> places(weights.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    draw_places(places, rng);
    const Wide weighed = weighed_place(places, weights);
    const std::int64_t width = interval_width(values[i], weighed, limits);
    result.narrowed += width < limits.width ? 1 : 0;
    result.narrowest = std::min(result.narrowest, width);
    for (std::size_t j = 0; j < weights.size(); ++j) {
      result.vectors[j][i] = entry(values[i], places[j], weighed, width);
    }
  }
  return result;
}

}  // namespace sfumato::queries
