// Random numbers for masking and measures: a counter-based generator with its own distributions.
// A stream is named by a 128-bit key, so streams can be made anywhere, in any order, on any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace sfumato {

using StreamKey = std::array<std::uint64_t, 2>;

// Philox 4×64 with ten rounds: Salmon, Moraes, Dror, Shaw (2011), "Parallel random numbers: as easy
// as 1, 2, 3", SC'11.
std::array<std::uint64_t, 4> philox(const std::array<std::uint64_t, 4>& counter, const StreamKey& key);

// The key of a stream that belongs to `parent`: different labels and indices give unrelated streams.
StreamKey derive_key(const StreamKey& parent, std::string_view label, std::uint64_t index = 0);

class Rng {
 public:
  explicit Rng(const StreamKey& key) : key_(key) {}

  // The same stream from its start, after `position` draws of bits().
  Rng at(std::uint64_t position) const;

  std::uint64_t bits();
  double uniform();                            // in (0, 1), both ends excluded; 52 bits
  double uniform(double lower, double upper);  // in (lower, upper), up to rounding
  void uniform(std::span<double> values);      // uniform() for each, in order, only faster
  std::uint64_t below(std::uint64_t bound);    // 0 .. bound − 1, unbiased; bound > 0
  bool chance(double probability);
  double normal();             // mean 0, variance 1; one uniform each, by inversion
  double exponential();        // mean 1
  double laplace();            // mean 0, scale 1; for simulation, never for a guarantee
  double gamma(double shape);  // scale 1, shape > 0

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  StreamKey key_;
  std::uint64_t counter_ = 0;
  std::array<std::uint64_t, 4> block_{};
  unsigned used_ = 4;
};

}  // namespace sfumato
