// Draws have common random numbers, so that differences between settings are smoother than the values.
#include "compare/corrected_estimates.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sfumato::compare {

namespace {

std::vector<Candidate> candidates_at(const Contender& contender, const std::vector<double>& settings) {
  std::vector<Candidate> candidates;
  for (const double setting : settings) candidates.push_back(contender.at(setting));
  return candidates;
}

// On the dial's scale, which goes on below the smallest setting that a scan tries: a very large file may need
// it.
double place_of(const DialRange& dial, double setting) {
  constexpr double none = 1e-300;
  return dial.logarithmic ? std::log(std::max(setting, none)) : dial.to_scale(setting);
}

bool is_share(const Trials& trials, std::size_t measure) {
  return trials.measures()[measure].measure->info.range == "0 to 100 %";
}

CorrectedEstimates::Source source_of(const Contender& contender, const Trials& sample, const Trials& whole,
                                     const std::vector<std::size_t>& measures) {
  CorrectedEstimates::Source source{.dial = *contender.dial, .sample = {}, .whole = {}};
  source.sample = [&contender, &sample, measures](const std::vector<double>& settings) {
    return sample.estimates(candidates_at(contender, settings), measures);
  };
  source.whole = [&contender, &whole, measures](const std::vector<double>& settings, std::size_t most_draws) {
    return whole.estimates(candidates_at(contender, settings), measures, most_draws);
  };
  source.draws = whole.draws(contender.with(contender.params));
  for (const std::size_t measure : measures) {
    source.shares.push_back(is_share(whole, measure) ? 1 : 0);
  }
  return source;
}

// How often the step from the small sample to the large one is taken to come to `rows` records.
double steps_to(std::size_t rows, const Trials& small, const Trials& large) {
  const auto records = [](const Trials& trials) {
    return std::log(static_cast<double>(trials.subject().original.rows()));
  };
  return (std::log(static_cast<double>(rows)) - records(small)) / (records(large) - records(small));
}

}  // namespace

std::optional<double> extrapolated(const std::optional<double>& small, const std::optional<double>& large,
                                   double steps, bool share) {
  if (!small || !large) return std::nullopt;
  if (!share) return *small + steps * (*large - *small);
  if (!(*small > 0.0) || !(*large > 0.0)) return large;
  return std::min(100.0, *small * std::pow(*large / *small, steps));
}

CorrectedEstimates::CorrectedEstimates(const Contender& contender, const Trials& sample, const Trials& whole,
                                       const std::vector<std::size_t>& measures)
    : CorrectedEstimates(source_of(contender, sample, whole, measures)) {}

bool CorrectedEstimates::confirmed(double setting) const {
  const auto found = whole_values_.find(setting);
  return found != whole_values_.end() && found->second.front().draws >= source_.draws;
}

void CorrectedEstimates::confirm(double setting, std::size_t most_draws) {
  whole_values_[setting] = source_.whole({setting}, most_draws).front();
  sample_values_[setting] = source_.sample({setting}).front();
  any_confirmed_ = any_confirmed_ || confirmed(setting);
}

bool CorrectedEstimates::counts(double setting) const {
  return any_confirmed_ ? confirmed(setting) : tried(setting);
}

CorrectedEstimates::Estimates CorrectedEstimates::at(const std::vector<double>& settings) const {
  std::vector<double> unknown;
  for (const double setting : settings) {
    if (!counts(setting)) unknown.push_back(setting);
  }
  const Estimates found = source_.sample(unknown);
  Estimates result;
  auto next = found.begin();
  for (const double setting : settings) {
    if (counts(setting)) {
      result.push_back(whole_values_.at(setting));
      continue;
    }
    std::vector<Estimate>& values = result.emplace_back(*next++);
    for (std::size_t m = 0; m < values.size(); ++m) values[m] = corrected(setting, m, values[m]);
  }
  return result;
}

Estimate CorrectedEstimates::corrected(double setting, std::size_t measure, const Estimate& found) const {
  if (!found.value) return found;
  const bool factor = source_.shares[measure] != 0;
  // The correction at a setting that was tried; none where one of the two has no value, or no logarithm.
  const auto correction = [&](double at) -> std::optional<double> {
    const Estimate &whole = whole_values_.at(at)[measure], &sample = sample_values_.at(at)[measure];
    if (!whole.value || !sample.value) return std::nullopt;
    if (!factor) return *whole.value - *sample.value;
    if (!(*whole.value > 0.0) || !(*sample.value > 0.0)) return std::nullopt;
    return std::log(*whole.value / *sample.value);
  };
  std::optional<std::pair<double, double>> below, above;  // position on the scale, correction
  const double place = place_of(source_.dial, setting);
  for (const auto& [at, values] : whole_values_) {
    const std::optional<double> one = counts(at) ? correction(at) : std::nullopt;
    if (!one) continue;
    const std::pair<double, double> known(place_of(source_.dial, at), *one);
    if (known.first <= place) below = known;
    if (known.first >= place && !above) above = known;
  }
  if (!below && !above) return found;
  double taken = below ? below->second : above->second;
  if (below && above && above->first > below->first) {
    const double share = (place - below->first) / (above->first - below->first);
    taken = (1.0 - share) * below->second + share * above->second;
  }
  Estimate result = found;
  if (factor) {
    result.value = std::min(100.0, *found.value * std::exp(taken));
    result.standard_error *= std::exp(taken);
  } else {
    result.value = *found.value + taken;
  }
  return result;
}

CorrectedEstimates extrapolated_estimates(const Contender& contender, const Trials& small,
                                          const Trials& large, std::size_t rows,
                                          const std::vector<std::size_t>& measures) {
  CorrectedEstimates::Source source = source_of(contender, small, large, measures);
  source.whole = [steps = steps_to(rows, small, large), sample = source.sample, measured = source.whole,
                  shares = source.shares](const std::vector<double>& settings, std::size_t most_draws) {
    const CorrectedEstimates::Estimates start = sample(settings);
    CorrectedEstimates::Estimates result = measured(settings, most_draws);
    for (std::size_t i = 0; i < result.size(); ++i) {
      for (std::size_t m = 0; m < shares.size(); ++m) {
        result[i][m].value = extrapolated(start[i][m].value, result[i][m].value, steps, shares[m] != 0);
      }
    }
    return result;
  };
  return CorrectedEstimates(std::move(source));
}

std::vector<std::optional<double>> extrapolated_values(const std::vector<Candidate>& candidates,
                                                       const Trials& small, const Trials& large,
                                                       std::size_t rows, std::size_t measure) {
  const double steps = steps_to(rows, small, large);
  const auto start = small.estimates(candidates, {measure}), end = large.estimates(candidates, {measure});
  std::vector<std::optional<double>> result;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    result.push_back(
        extrapolated(start[i].front().value, end[i].front().value, steps, is_share(large, measure)));
  }
  return result;
}

}  // namespace sfumato::compare
