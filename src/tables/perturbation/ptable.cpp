#include "tables/perturbation/ptable.hpp"

#include <algorithm>
#include <cmath>

#include "tables/decimal.hpp"

namespace sfumato::tables {
namespace {

const std::vector<NoiseStep>& steps_of(const Ptable& ptable, std::int64_t count) {
  const std::int64_t last = static_cast<std::int64_t>(ptable.steps.size()) - 1;
  return ptable.steps[static_cast<std::size_t>(std::clamp<std::int64_t>(count, 0, last))];
}

// The share of all keys in step `at`.
double share_of_step(const std::vector<NoiseStep>& steps, std::size_t at) {
  const std::uint64_t end = at + 1 < steps.size() ? steps[at + 1].begin : 0;  // 2⁶⁴, wrapped
  const std::uint64_t width = end - steps[at].begin;
  return width == 0 ? 1.0 : std::ldexp(static_cast<double>(width), -64);
}

// ⌈key · 10¹⁸ / 2⁶⁴⌉, the inverse of the conversion of a bound.
std::int64_t units_of_key(std::uint64_t key) {
  __extension__ using Product = unsigned __int128;
  const Product scaled = static_cast<Product>(key) * static_cast<Product>(noise_unit);
  return static_cast<std::int64_t>((scaled + ~std::uint64_t{0}) >> 64U);
}

}  // namespace

std::int64_t Ptable::noise(std::int64_t count, std::uint64_t key) const {
  const std::vector<NoiseStep>& own = steps_of(*this, count);
  const auto after =
      std::upper_bound(own.begin(), own.end(), key,
                       [](std::uint64_t left, const NoiseStep& right) { return left < right.begin; });
  return std::prev(after)->noise;
}

double Ptable::probability(std::int64_t count, std::int64_t noise_wanted) const {
  const std::vector<NoiseStep>& own = steps_of(*this, count);
  double sum = 0;
  for (std::size_t at = 0; at < own.size(); ++at)
    sum += own[at].noise == noise_wanted ? share_of_step(own, at) : 0.0;
  return sum;
}

double Ptable::mean(std::int64_t count) const {
  const std::vector<NoiseStep>& own = steps_of(*this, count);
  double sum = 0;
  for (std::size_t at = 0; at < own.size(); ++at)
    sum += share_of_step(own, at) * static_cast<double>(own[at].noise);
  return sum;
}

double Ptable::variance(std::int64_t count) const {
  const std::vector<NoiseStep>& own = steps_of(*this, count);
  const double centre = mean(count);
  double sum = 0;
  for (std::size_t at = 0; at < own.size(); ++at) {
    const double off = static_cast<double>(own[at].noise) - centre;
    sum += share_of_step(own, at) * off * off;
  }
  return sum;
}

std::int64_t Ptable::largest_noise() const {
  std::int64_t largest = 0;
  for (const std::vector<NoiseStep>& own : steps) {
    for (const NoiseStep& step : own) largest = std::max(largest, std::abs(step.noise));
  }
  return largest;
}

bool Ptable::changes_zero() const {
  return std::any_of(steps[0].begin(), steps[0].end(), [](const NoiseStep& step) { return step.noise != 0; });
}

std::string ptable_text(const Ptable& ptable) {
  std::string text = "i;j;p;v;p_int_lb;p_int_ub;type\n";
  for (std::size_t i = 0; i < ptable.steps.size(); ++i) {
    const std::vector<NoiseStep>& own = ptable.steps[i];
    for (std::size_t at = 0; at < own.size(); ++at) {
      const std::int64_t lower = units_of_key(own[at].begin);
      const std::int64_t upper = at + 1 < own.size() ? units_of_key(own[at + 1].begin) : noise_unit;
      const auto written = [](std::int64_t units) {
        return Decimal(units, Decimal::most_decimals).trimmed().text();
      };
      text += std::to_string(i) + ';' + std::to_string(static_cast<std::int64_t>(i) + own[at].noise) + ';' +
              written(upper - lower) + ';' + std::to_string(own[at].noise) + ';' + written(lower) + ';' +
              written(upper) + ";all\n";
    }
  }
  return text;
}

}  // namespace sfumato::tables
