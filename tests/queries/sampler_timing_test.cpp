// Timing of draws: if the time depends on the drawn noise, an attacker can measure the noise and subtract it
// from the answer. The attack succeeds against a sampler by coin tosses, and fails against ours.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <vector>

#include "core/secure_rng.hpp"
#include "stats/distributions/grid_noise.hpp"

namespace sfumato::queries {
namespace {

constexpr double lambda = 0.01;
constexpr std::uint64_t enough_words = 4096;

// Two-sided geometric noise by the textbook method: one word per toss.
std::int64_t coin_tosses(SecureRng& rng) {
  const auto fails = static_cast<std::uint64_t>(std::ldexp(-std::expm1(-lambda), 62)) * 4;
  for (;;) {
    std::int64_t magnitude = 0;
    while (rng.bits() >= fails) ++magnitude;
    const bool minus = (rng.bits() & 1) != 0;
    if (magnitude != 0 || !minus) return minus ? -magnitude : magnitude;
  }
}

// The number of words of a draw, by the position of the stream afterwards.
std::uint64_t words_taken(std::uint32_t key, const std::function<std::int64_t(SecureRng&)>& draw,
                          std::int64_t& drawn) {
  SecureRng used(SecureRng::Key{21, key}), fresh(SecureRng::Key{21, key});
  drawn = draw(used);
  const std::uint64_t next = used.bits();
  std::uint64_t words = 0;
  while (words < enough_words && fresh.bits() != next) ++words;
  return words;
}

TEST(SamplerTiming, WorkRevealsTheNoiseOfCoinTossesAndNothingOfOurs) {
  const stats::GeometricNoise noise(lambda);
  int solved = 0, kept = 0;
  std::vector<std::uint64_t> ours;
  for (std::uint32_t key = 0; key < 500; ++key) {
    std::int64_t drawn = 0;
    const std::uint64_t words = words_taken(key, coin_tosses, drawn);
    if (words == enough_words) continue;
    ++kept;
    // Magnitude m takes m + 2 words: the attacker knows the noise except its sign.
    solved += static_cast<std::uint64_t>(std::llabs(drawn)) + 2 == words ? 1 : 0;
    const auto one = [&](SecureRng& rng) { return noise.draw(rng); };
    ours.push_back(words_taken(key, one, drawn));
  }
  EXPECT_GT(kept, 490);
  EXPECT_GE(solved, kept - 5 - kept / 50);  // except those drawn again
  // An integer number of tries, all of the same length.
  for (const std::uint64_t words : ours) EXPECT_EQ(words % noise.words(), 0U);
  EXPECT_GT(std::count(ours.begin(), ours.end(), noise.words()),
            static_cast<std::ptrdiff_t>(ours.size()) - 30);
}

// The median time of draws above the median magnitude, divided by that of draws below.
double time_ratio(const std::function<std::int64_t(SecureRng&)>& draw) {
  using Clock = std::chrono::steady_clock;
  struct Timed {
    std::int64_t magnitude, time;
  };
  std::vector<Timed> draws;
  SecureRng rng(SecureRng::Key{22});
  for (int i = 0; i < 20'000; ++i) {
    const auto start = Clock::now();
    const std::int64_t drawn = draw(rng);
    draws.push_back({std::llabs(drawn), (Clock::now() - start).count()});
  }
  const auto median_time = [](std::vector<Timed>::iterator begin, std::vector<Timed>::iterator end) {
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [](const Timed& a, const Timed& b) { return a.time < b.time; });
    return static_cast<double>(middle->time);
  };
  const auto half = draws.begin() + static_cast<std::ptrdiff_t>(draws.size() / 2);
  std::nth_element(draws.begin(), half, draws.end(),
                   [](const Timed& a, const Timed& b) { return a.magnitude < b.magnitude; });
  const double small = median_time(draws.begin(), half);
  return median_time(half, draws.end()) / small;
}

// Draws of all magnitudes alternate, so that other work on the computer slows down both halves equally, and
// the median ignores the few interrupted draws. A disturbed ratio does not occur repeatedly, in contrast to
// time that depends on the draw.
bool ever(const std::function<bool()>& seen) {
  for (int tries = 0; tries < 10; ++tries) {
    if (seen()) return true;
  }
  return false;
}

TEST(SamplerTiming, AClockDistinguishesCoinTossesAndNotOurs) {
  const stats::GeometricNoise noise(lambda);
  EXPECT_TRUE(ever([] { return time_ratio(coin_tosses) > 2.0; }));
  EXPECT_TRUE(ever([&] {
    const double ratio = time_ratio([&](SecureRng& rng) { return noise.draw(rng); });
    return std::abs(ratio - 1.0) <= 0.25;
  }));
}

}  // namespace
}  // namespace sfumato::queries
