#include "core/micro_epsilon.hpp"

#include <cmath>

namespace sfumato {
namespace {

constexpr double rounding = 1e-6;  // of a millionth: the representation error of 1.1·10⁶ is not rounded up

}  // namespace

// With six decimals at most, this division returns exactly that number.
std::optional<std::int64_t> exact_micro_epsilon(double epsilon) {
  const auto micro = static_cast<std::int64_t>(std::llround(epsilon * 1e6));
  if (static_cast<double>(micro) / 1e6 != epsilon) return std::nullopt;
  return micro;
}

std::int64_t micro_epsilon_up(double epsilon) {
  return static_cast<std::int64_t>(std::ceil(epsilon * 1e6 - rounding));
}

std::int64_t micro_epsilon_down(double epsilon) {
  return static_cast<std::int64_t>(std::floor(epsilon * 1e6 + rounding));
}

}  // namespace sfumato
