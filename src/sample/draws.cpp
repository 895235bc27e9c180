// Draws by inversion with portable logarithm and exponential, so that they have the same bits on every
// machine.
#include "sample/draws.hpp"

#include <algorithm>
#include <cmath>

#include "core/elementary.hpp"

namespace sfumato::sample {
namespace {

constexpr std::array<const char*, 24> word_parts{"ba",  "do",  "fe", "ga", "ki", "la",  "mo", "na",
                                                 "pe",  "ra",  "si", "to", "ve", "wo",  "xi", "zu",
                                                 "lin", "mar", "ne", "ro", "sa", "tel", "vi", "dun"};

}  // namespace

std::int32_t one_of(std::span<const double> shares, Rng& rng) {
  double left = rng.uniform();
  std::size_t position = 0;
  while (position + 1 < shares.size() && left >= shares[position]) left -= shares[position++];
  return static_cast<std::int32_t>(position);
}

std::int64_t whole_between(std::int64_t lower, std::int64_t upper, Rng& rng) {
  return lower + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(upper - lower + 1)));
}

double bounded_pareto(double shape, double largest, Rng& rng) {
  const double beyond = portable_exp(-shape * portable_log(largest));
  return portable_exp(-portable_log(1.0 - rng.uniform() * (1.0 - beyond)) / shape);
}

double log_normal(double level, double spread, Rng& rng) {
  return portable_exp(level + spread * rng.normal());
}

std::int64_t amount(double value, double lower, double upper) {
  return static_cast<std::int64_t>(std::round(std::clamp(value, lower, upper)));
}

std::string made_up_word(int syllables, Rng& rng) {
  std::string word;
  for (int i = 0; i < syllables; ++i) word += word_parts[rng.below(word_parts.size())];
  word.front() = static_cast<char>(word.front() - 'a' + 'A');
  return word;
}

}  // namespace sfumato::sample
