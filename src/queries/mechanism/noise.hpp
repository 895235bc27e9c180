// Noise for integers: the grid and λ for a sensitivity, bounds of the noise, and noisy figures.
#pragma once

#include <span>
#include <vector>

#include "queries/engine.hpp"
#include "queries/mechanism.hpp"

namespace sfumato::queries {

// Sets grid and λ of a part from its ε and sensitivity; `touched`: the number of groups' figures that one
// unit can change. An error (bad_input) if ε is too small for any grid.
void set_noise(PlanPart& part, double touched);

// The least number of steps k with P[|noise| > k] ≤ share.
double noise_radius(double lambda, double share);

// The mean absolute noise, in the figure's units.
double mean_noise(const PlanPart& part);

// Noisy figures in units; the distance of the true figure exceeds the radius with probability at most
// `share`.
struct NoisyFigures {
  std::vector<double> values;
  double radius = 0;
};
NoisyFigures noisy(const PlanPart& part, std::span<const Wide> figures, double share, SecureRng& rng);

}  // namespace sfumato::queries
