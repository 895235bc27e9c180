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

double probability(std::uint32_t bits, const std::vector<double>& rates, const PatternLayout& layout) {
  double result = 1.0;
  for (std::size_t j = 0; j < rates.size(); ++j) {
    if (layout.known(bits, j)) result *= layout.agrees(bits, j) ? rates[j] : 1.0 - rates[j];
  }
  return result;
}

double likelihood(const LatentClasses& classes, std::span<const Pattern> patterns,
                  const PatternLayout& layout) {
  double sum = 0.0;
  for (const auto& [bits, count] : patterns) {
    sum += count * std::log(classes.prevalence * probability(bits, classes.match, layout) +
                            (1.0 - classes.prevalence) * probability(bits, classes.other, layout));
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
double improve(LatentClasses& classes, std::span<const Pattern> patterns, const PatternLayout& layout) {
  const std::size_t columns = classes.match.size();
  std::vector<double> match(columns), other(columns), known_matches(columns), known_others(columns);
  double matches = 0.0, others = 0.0;
  for (const auto& [bits, count] : patterns) {
    const double as_match = classes.prevalence * probability(bits, classes.match, layout);
    const double as_other = (1.0 - classes.prevalence) * probability(bits, classes.other, layout);
    const double share = as_match + as_other > 0.0 ? as_match / (as_match + as_other) : 0.0;
    matches += share * count;
    others += (1.0 - share) * count;
    for (std::size_t j = 0; j < columns; ++j) {
      if (!layout.known(bits, j)) continue;
      known_matches[j] += share * count;
      known_others[j] += (1.0 - share) * count;
      if (!layout.agrees(bits, j)) continue;
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
    if (known_matches[j] > 0.0) replace(classes.match[j], within_rates(match[j] / known_matches[j]));
    if (known_others[j] > 0.0) replace(classes.other[j], within_rates(other[j] / known_others[j]));
  }
  return change;
}

}  // namespace

PatternLayout::PatternLayout(const std::vector<bool>& may_be_unknown) {
  std::uint32_t bit = 1;
  for (const bool unknown : may_be_unknown) {
    agree_.push_back(bit);
    bit <<= 1U;
    unknown_.push_back(unknown ? bit : 0U);
    if (unknown) bit <<= 1U;
    ends_.push_back((ends_.empty() ? 0 : ends_.back()) + (unknown ? 2 : 1));
  }
}

LatentClasses fitted_classes(std::span<const std::uint64_t> counts, LatentClasses start, const Run& run) {
  const PatternLayout layout(start.match.size());
  return fitted_classes(counts, layout, std::move(start), run);
}

LatentClasses fitted_classes(std::span<const std::uint64_t> counts, const PatternLayout& layout,
                             LatentClasses start, const Run& run) {
  const std::vector<Pattern> patterns = occurring(counts);
  LatentClasses classes = std::move(start);
  bound(classes);
  for (classes.iterations = 0; classes.iterations < most_rounds && !classes.converged;) {
    run.check_stop();
    classes.converged = improve(classes, patterns, layout) <= precision;
    ++classes.iterations;
  }
  classes.log_likelihood = likelihood(classes, patterns, layout);
  return classes;
}

LatentClasses with_likelihood(LatentClasses classes, std::span<const std::uint64_t> counts) {
  const PatternLayout layout(classes.match.size());
  return with_likelihood(std::move(classes), counts, layout);
}

LatentClasses with_likelihood(LatentClasses classes, std::span<const std::uint64_t> counts,
                              const PatternLayout& layout) {
  bound(classes);
  classes.log_likelihood = likelihood(classes, occurring(counts), layout);
  classes.converged = true;
  return classes;
}

}  // namespace sfumato::stats
