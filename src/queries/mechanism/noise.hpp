// Noise for whole numbers: which grid and which λ a sensitivity takes, how far off noise can be, and figures
// with noise on them.
#pragma once

#include <span>
#include <vector>

#include "queries/engine.hpp"
#include "queries/mechanism.hpp"

namespace sfumato::queries {

// Sets grid and λ of a part from its ε and sensitivity; `touched`: how many of the groups' figures one unit
// can change. An error (bad_input) where ε is too small for any grid.
void set_noise(PlanPart& part, double touched);

// The least number of steps that noise exceeds in size with a probability of `share` at most.
double noise_radius(double lambda, double share);

// The mean size of the noise, in the figure's units.
double mean_noise(const PlanPart& part);

// A figure as an attacker may see it: units, and the distance that the true figure exceeds with probability
// `share` at most.
struct NoisyFigures {
  std::vector<double> values;
  double radius = 0;
};
NoisyFigures noisy(const PlanPart& part, std::span<const Wide> figures, double share, SecureRng& rng);

}  // namespace sfumato::queries
