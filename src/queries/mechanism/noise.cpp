// Figure and noise are added in integers; only values that may be published become floating-point numbers.
#include "queries/mechanism/noise.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "stats/distributions/grid_noise.hpp"

namespace sfumato::queries {
namespace {

constexpr double slack = 1.0 - 0x1p-48;  // for rounding errors of λ
constexpr int coarsest_grid = 123;

// The nearest step; ties go up.
Wide steps_of(Wide figure, int grid) {
  const Wide half = grid > 0 ? static_cast<Wide>(1) << (grid - 1) : 0;
  return (figure + half) >> grid;
}

}  // namespace

void set_noise(PlanPart& part, double touched) {
  const double epsilon = static_cast<double>(part.micro_epsilon) / 1e6;
  for (part.grid = 0; part.grid <= coarsest_grid; ++part.grid) {
    const double step = std::ldexp(1.0, part.grid);
    const double rounding = part.grid > 0 ? touched * step : 0.0;
    part.lambda = step * epsilon / (part.sensitivity + rounding) * slack;
    if (part.lambda >= stats::GeometricNoise::smallest_lambda) return;
  }
  bad_input("ε is too small for the declared rows-per-person",
            "declare fewer rows-per-person, or increase ε");
}

// P[|z| > k] = 2a^(k+1) / (1 + a) with a = e^−λ.
double noise_radius(double lambda, double share) {
  const double needed = -std::log(share * (1.0 + std::exp(-lambda)) / 2.0) / lambda;
  return std::max(0.0, std::ceil(needed * (1.0 + 1e-12)) - 1.0);
}

double mean_noise(const PlanPart& part) { return std::ldexp(1.0 / std::sinh(part.lambda), part.grid); }

NoisyFigures noisy(const PlanPart& part, std::span<const Wide> figures, double share, SecureRng& rng) {
  std::vector<std::int64_t> noise(figures.size());
  stats::GeometricNoise(part.lambda).draw(rng, noise);
  NoisyFigures result;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Wide steps = steps_of(std::clamp(figures[i], -figure_limit, figure_limit), part.grid) + noise[i];
    result.values.push_back(std::ldexp(static_cast<double>(steps), part.grid));
  }
  result.radius = std::ldexp(noise_radius(part.lambda, share) + (part.grid > 0 ? 0.5 : 0.0), part.grid);
  return result;
}

}  // namespace sfumato::queries
