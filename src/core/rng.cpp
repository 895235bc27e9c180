// Philox and the distributions made from its bits.
#include "core/rng.hpp"

#include <cmath>

#include "core/elementary.hpp"

namespace sfumato {
namespace {

struct Product {
  std::uint64_t high, low;
};

Product multiply(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
}

double unit_interval(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

// FNV-1a over a label, then a finalizer, so that similar labels give unrelated keys.
std::uint64_t hash(std::string_view label, std::uint64_t offset) {
  std::uint64_t state = offset;
  for (const char letter : label) {
    state = (state ^ static_cast<unsigned char>(letter)) * 0x100000001b3ULL;
  }
  state = (state ^ (state >> 33)) * 0xff51afd7ed558ccdULL;
  return state ^ (state >> 29);
}

}  // namespace

std::array<std::uint64_t, 4> philox(const std::array<std::uint64_t, 4>& counter, const StreamKey& key) {
  std::array<std::uint64_t, 4> c = counter;
  StreamKey k = key;
  for (int round = 0; round < 10; ++round) {
    const Product p0 = multiply(0xD2E7470EE14C6C93ULL, c[0]);
    const Product p1 = multiply(0xCA5A826395121157ULL, c[2]);
    c = {p1.high ^ c[1] ^ k[0], p1.low, p0.high ^ c[3] ^ k[1], p0.low};
    k[0] += 0x9E3779B97F4A7C15ULL;
    k[1] += 0xBB67AE8584CAA73BULL;
  }
  return c;
}

StreamKey derive_key(const StreamKey& parent, std::string_view label, std::uint64_t index) {
  const std::array<std::uint64_t, 4> counter{hash(label, 0xcbf29ce484222325ULL),
                                             hash(label, 0x6c62272e07bb0142ULL), index, label.size()};
  const auto block = philox(counter, parent);
  return {block[0], block[1]};
}

Rng Rng::at(std::uint64_t position) const {
  Rng result(key_);
  result.counter_ = position / 4;
  if (position % 4 == 0) return result;
  result.block_ = philox({result.counter_++, 0, 0, 0}, key_);
  result.used_ = static_cast<unsigned>(position % 4);
  return result;
}

std::uint64_t Rng::bits() {
  if (used_ == 4) {
    block_ = philox({counter_++, 0, 0, 0}, key_);
    used_ = 0;
  }
  return block_[used_++];
}

double Rng::uniform() { return unit_interval(bits()); }

void Rng::uniform(std::span<double> values) {
  std::size_t done = 0;
  while (done < values.size() && used_ < 4) values[done++] = uniform();
  for (; done + 4 <= values.size(); done += 4) {
    const std::array<std::uint64_t, 4> block = philox({counter_++, 0, 0, 0}, key_);
    for (std::size_t i = 0; i < 4; ++i) values[done + i] = unit_interval(block[i]);
  }
  while (done < values.size()) values[done++] = uniform();
}

double Rng::uniform(double lower, double upper) { return lower + (upper - lower) * uniform(); }

std::uint64_t Rng::below(std::uint64_t bound) {
  // Lemire (2019), "Fast random integer generation in an interval", ACM TOMACS 29.
  Product product = multiply(bits(), bound);
  if (product.low < bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (product.low < threshold) product = multiply(bits(), bound);
  }
  return product.high;
}

bool Rng::chance(double probability) { return uniform() < probability; }

double Rng::normal() { return normal_quantile(uniform()); }

double Rng::exponential() { return -portable_log(uniform()); }

double Rng::laplace() {
  const double u = uniform();
  return u < 0.5 ? portable_log(2.0 * u) : -portable_log(2.0 * (1.0 - u));
}

double Rng::gamma(double shape) {
  // Marsaglia and Tsang (2000), "A simple method for generating gamma variables", ACM TOMS 26;
  // below shape 1 through gamma(shape + 1)·U^(1/shape).
  const double boost = shape < 1.0 ? portable_exp(std::fmax(portable_log(uniform()) / shape, -700.0)) : 1.0;
  const double d = (shape < 1.0 ? shape + 1.0 : shape) - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = normal();
    const double root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    if (portable_log(uniform()) < 0.5 * x * x + d - d * v + d * portable_log(v)) return d * v * boost;
  }
}

}  // namespace sfumato
