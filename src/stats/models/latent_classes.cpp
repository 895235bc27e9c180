// Expectation and maximisation over the patterns that occur.
#include "stats/models/latent_classes.hpp"

#include <algorithm>
#include <cmath>

namespace sfumato::stats {
namespace {

constexpr double precision = 1e-9;
constexpr int most_rounds = 1000;

struct Pattern {
  std::uint32_t bits;
  double count;
};

std::vector<Pattern> occurring(std::span<const std::uint64_t> counts) {
  std::vector<Pattern> result;
  for (std::size_t bits = 0; bits < counts.size(); ++bits) {
    if (counts[bits] > 0)
      result.push_back({static_cast<std::uint32_t>(bits), static_cast<double>(counts[bits])});
  }
  return result;
}

double probability(std::uint32_t bits, const std::vector<double>& rates) {
  double result = 1.0;
  for (std::size_t j = 0; j < rates.size(); ++j) result *= (bits >> j & 1U) != 0 ? rates[j] : 1.0 - rates[j];
  return result;
}

double likelihood(const LatentClasses& classes, std::span<const Pattern> patterns) {
  double sum = 0.0;
  for (const auto& [bits, count] : patterns) {
    sum += count * std::log(classes.prevalence * probability(bits, classes.match) +
                            (1.0 - classes.prevalence) * probability(bits, classes.other));
  }
  return sum;
}

double within_rates(double rate) { return std::clamp(rate, least_rate, 1.0 - least_rate); }

void bound(LatentClasses& classes) {
  for (auto* rates : {&classes.match, &classes.other}) {
    for (double& rate : *rates) rate = within_rates(rate);
  }
}

// One round; the largest change of a parameter.
double improve(LatentClasses& classes, std::span<const Pattern> patterns) {
  const std::size_t columns = classes.match.size();
  std::vector<double> match(columns), other(columns);
  double matches = 0.0, others = 0.0;
  for (const auto& [bits, count] : patterns) {
    const double as_match = classes.prevalence * probability(bits, classes.match);
    const double as_other = (1.0 - classes.prevalence) * probability(bits, classes.other);
    const double share = as_match + as_other > 0.0 ? as_match / (as_match + as_other) : 0.0;
    matches += share * count;
    others += (1.0 - share) * count;
    for (std::size_t j = 0; j < columns; ++j) {
      if ((bits >> j & 1U) == 0) continue;
      match[j] += share * count;
      other[j] += (1.0 - share) * count;
    }
  }
  double change = 0.0;
  const auto replace = [&change](double& old, double value) {
    change = std::max(change, std::fabs(value - old));
    old = value;
  };
  replace(classes.prevalence, matches / (matches + others));
  for (std::size_t j = 0; j < columns; ++j) {
    // An empty class keeps its rates.
    if (matches > 0.0) replace(classes.match[j], within_rates(match[j] / matches));
    if (others > 0.0) replace(classes.other[j], within_rates(other[j] / others));
  }
  return change;
}

}  // namespace

LatentClasses fitted_classes(std::span<const std::uint64_t> counts, LatentClasses start, const Run& run) {
  const std::vector<Pattern> patterns = occurring(counts);
  LatentClasses classes = std::move(start);
  bound(classes);
  for (classes.iterations = 0; classes.iterations < most_rounds && !classes.converged;) {
    run.check_stop();
    classes.converged = improve(classes, patterns) <= precision;
    ++classes.iterations;
  }
  classes.log_likelihood = likelihood(classes, patterns);
  return classes;
}

LatentClasses with_likelihood(LatentClasses classes, std::span<const std::uint64_t> counts) {
  bound(classes);
  classes.log_likelihood = likelihood(classes, occurring(counts));
  classes.converged = true;
  return classes;
}

}  // namespace sfumato::stats
