// How long a draw takes: where that depends on what is drawn, a clock tells the noise, and the answer less
// the noise is the truth. Shown on the sampler that tosses coins until one fails, and refuted for ours.
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

// Two-sided geometric noise as textbooks draw it: one word a toss.
std::int64_t coin_tosses(SecureRng& rng) {
  const auto fails = static_cast<std::uint64_t>(std::ldexp(-std::expm1(-lambda), 62)) * 4;
  for (;;) {
    std::int64_t magnitude = 0;
    while (rng.bits() >= fails) ++magnitude;
    const bool minus = (rng.bits() & 1) != 0;
    if (magnitude != 0 || !minus) return minus ? -magnitude : magnitude;
  }
}

// Words that a draw took: by where the stream stands afterwards.
std::uint64_t words_taken(std::uint32_t key, const std::function<std::int64_t(SecureRng&)>& draw,
                          std::int64_t& drawn) {
  SecureRng used(SecureRng::Key{21, key}), fresh(SecureRng::Key{21, key});
  drawn = draw(used);
  const std::uint64_t next = used.bits();
  std::uint64_t words = 0;
  while (words < enough_words && fresh.bits() != next) ++words;
  return words;
}

TEST(SamplerTiming, WorkTellsTheNoiseOfCoinTossesAndNothingOfOurs) {
  const stats::GeometricNoise noise(lambda);
  int solved = 0, kept = 0;
  std::vector<std::uint64_t> ours;
  for (std::uint32_t key = 0; key < 500; ++key) {
    std::int64_t drawn = 0;
    const std::uint64_t words = words_taken(key, coin_tosses, drawn);
    if (words == enough_words) continue;
    ++kept;
    // Magnitude m takes m + 2 words: the attacker has the noise but for its sign.
    solved += static_cast<std::uint64_t>(std::llabs(drawn)) + 2 == words ? 1 : 0;
    const auto one = [&](SecureRng& rng) { return noise.draw(rng); };
    ours.push_back(words_taken(key, one, drawn));
  }
  EXPECT_GT(kept, 490);
  EXPECT_GE(solved, kept - 5 - kept / 50);  // but for those drawn again
  // A whole number of tries, each as long as any other.
  for (const std::uint64_t words : ours) EXPECT_EQ(words % noise.words(), 0U);
  EXPECT_GT(std::count(ours.begin(), ours.end(), noise.words()),
            static_cast<std::ptrdiff_t>(ours.size()) - 30);
}

// Of draws, the median time of those above the median magnitude, by that of those below.
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

// Draws of all magnitudes take turns, so that other work on the machine slows down both halves alike, and the
// median does not see the few draws that it interrupts. Should it spoil a ratio all the same, it does not do
// so again and again, as time that depends on what is drawn would.
bool ever(const std::function<bool()>& seen) {
  for (int tries = 0; tries < 10; ++tries) {
    if (seen()) return true;
  }
  return false;
}

TEST(SamplerTiming, AClockTellsCoinTossesApartAndNotOurs) {
  const stats::GeometricNoise noise(lambda);
  EXPECT_TRUE(ever([] { return time_ratio(coin_tosses) > 2.0; }));
  EXPECT_TRUE(ever([&] {
    const double ratio = time_ratio([&](SecureRng& rng) { return noise.draw(rng); });
    return std::abs(ratio - 1.0) <= 0.25;
  }));
}

}  // namespace
}  // namespace sfumato::queries
