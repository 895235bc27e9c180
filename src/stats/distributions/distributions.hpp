// Families of distributions on the real line: their probabilities, and draws from them.
#pragma once

#include <string_view>

#include "core/rng.hpp"
#include "core/value.hpp"

namespace sfumato::stats {

enum class Family { normal, lognormal, gamma, weibull, exponential, beta, uniform };
std::string_view to_text(Family family);

// A family with its parameters:
//   normal       mean, standard deviation
//   lognormal    mean and standard deviation of the logarithms
//   gamma        shape, scale
//   Weibull      shape, scale
//   exponential  mean
//   beta         two shapes, on the interval [lower, upper]
//   uniform      on the interval [lower, upper]
struct Distribution {
  Family family = Family::normal;
  double first = 0.0;
  double second = 0.0;
  double lower = 0.0;
  double upper = 0.0;

  // Probability of a value up to x.
  double cumulative(double x) const;
  // By inversion, or through gamma variables; within ±1e150.
  double draw(Rng& rng) const;
  // {"family": …} and the parameters by name.
  Value to_value() const;
};

}  // namespace sfumato::stats
