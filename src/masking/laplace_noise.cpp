// The grid follows from the scale, and the distribution from the domain's width on that grid.
#include "masking/laplace_noise.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::masking {

namespace {

void require_drawable(double lambda, double epsilon) {
  if (lambda >= stats::GeometricNoise::smallest_lambda) return;
  bad_input("noise for ε = " + shortest(epsilon) +
                " shared by so many columns and groups is too large for the computation",
            "choose a larger ε or k, or fewer columns");
}

}  // namespace

double ColumnNoise::sd() const { return std::sqrt(2.0) * scale; }

double ColumnNoise::sd_percent() const {
  const double width = domain.upper - domain.lower;
  return width > 0.0 ? 100.0 * sd() / width : 0.0;
}

std::size_t group_count(std::size_t records, std::int64_t k) {
  return std::max<std::size_t>(1, records / static_cast<std::size_t>(k));
}

std::vector<ColumnNoise> column_noises(const std::vector<Domain>& domains, LaplaceMode mode, double epsilon,
                                       std::int64_t k, std::size_t records) {
  const bool alone = mode == LaplaceMode::record || mode == LaplaceMode::paper_2013;
  const double groups = static_cast<double>(group_count(records, k));
  const double values = alone ? 1.0 : groups;  // that one record can change
  const double share = mode == LaplaceMode::paper_2013 ? 1.0 : static_cast<double>(domains.size());
  const double widths = mode == LaplaceMode::record         ? 1.0
                        : mode == LaplaceMode::multivariate ? groups / static_cast<double>(k)
                                                            : 1.0 / static_cast<double>(k);
  std::vector<ColumnNoise> result;
  for (const Domain& domain : domains) {
    ColumnNoise noise{.domain = domain, .epsilon = epsilon / share};
    const double width = domain.upper - domain.lower;
    if (width > 0.0) {
      noise.scale = widths * width / noise.epsilon;
      noise.grid = stats::noise_grid(domain, noise.scale);
      noise.lambda = noise.epsilon / (widths * static_cast<double>(noise.grid.width()) + values);
      require_drawable(noise.lambda, epsilon);
    }
    result.push_back(noise);
  }
  return result;
}

}  // namespace sfumato::masking
