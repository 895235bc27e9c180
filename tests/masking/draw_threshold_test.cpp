// The draw up to which records are taken: the same for any parts, and exactly as many as wanted.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "masking/draw_threshold.hpp"

namespace sfumato::masking {
namespace {

struct WeightedDraw {
  KeyedDraw draw;
  std::uint64_t weight = 1;
};

// The passes over parts that are merged, as in several processes.
DrawThreshold found_in_parts(const std::vector<WeightedDraw>& draws, std::uint64_t wanted,
                             std::size_t parts) {
  DrawThreshold result;
  for (std::size_t pass = 0; pass < DrawThreshold::passes; ++pass) {
    std::vector<Value> partials;
    for (std::size_t part = 0; part < parts; ++part) {
      DrawThreshold own = result;
      for (std::size_t i = part; i < draws.size(); i += parts) {
        own.observe(pass, draws[i].draw, draws[i].weight);
      }
      partials.push_back(own.partial(pass));
    }
    for (auto part = partials.rbegin(); part != partials.rend(); ++part) result.merge(pass, *part);
    result.finish(pass, wanted);
  }
  return result;
}

// In the order of all draws, until the weights reach what is wanted.
std::vector<KeyedDraw> taken_in_order(std::vector<WeightedDraw> draws, std::uint64_t wanted) {
  std::sort(draws.begin(), draws.end(), [](const auto& a, const auto& b) { return a.draw < b.draw; });
  std::vector<KeyedDraw> taken;
  std::uint64_t total = 0;
  for (const WeightedDraw& one : draws) {
    if (total >= wanted) break;
    total += one.weight;
    taken.push_back(one.draw);
  }
  return taken;
}

TEST(DrawThreshold, TakesTheLeastDrawsUntilEnough) {
  Rng rng({3, 4});
  for (const std::size_t records : {1U, 2U, 50U, 4000U}) {
    for (int trial = 0; trial < 12; ++trial) {
      std::vector<WeightedDraw> draws;
      // Few different draws: many ties, which the numbers of records decide.
      const bool ties = trial % 3 == 0;
      for (std::size_t i = 0; i < records; ++i) {
        const std::uint64_t bits = ties ? rng.below(5) << 60 : rng.bits();
        draws.push_back({{bits, rng.bits()}, rng.below(3)});
      }
      const std::uint64_t wanted = rng.below(records + records / 8 + 1);
      const DrawThreshold found = found_in_parts(draws, wanted, 1 + rng.below(5));
      std::vector<KeyedDraw> taken;
      for (const WeightedDraw& one : draws) {
        if (found.takes(one.draw)) taken.push_back(one.draw);
      }
      std::sort(taken.begin(), taken.end());
      EXPECT_EQ(taken, taken_in_order(draws, wanted)) << records << " " << trial;
    }
  }
}

TEST(DrawThreshold, NothingWantedTakesNothing) {
  const std::vector<WeightedDraw> draws{{{1, 0}}, {{0, 1}}};
  EXPECT_FALSE(found_in_parts(draws, 0, 1).takes({0, 0}));
  EXPECT_FALSE(found_in_parts({}, 0, 1).takes({0, 0}));
  EXPECT_TRUE(found_in_parts(draws, 3, 1).takes({~std::uint64_t{0}, 7}));
}

TEST(DrawThreshold, DamagedStatesAreRefused) {
  DrawThreshold threshold;
  EXPECT_THROW(threshold.merge(0, Value("x")), Error);
  EXPECT_THROW(threshold.merge(0, Value(Value::Array{1})), Error);
  EXPECT_THROW(threshold.merge(0, Value(Value::Array{5000, 1})), Error);
  EXPECT_THROW(threshold.merge(2, Value(Value::Array{1, 2})), Error);
}

}  // namespace
}  // namespace sfumato::masking
