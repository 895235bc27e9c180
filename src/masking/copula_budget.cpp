// Sequential composition: every statistic uses all records, so their parts of ε add up.
#include "masking/copula_budget.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "stats/distributions/grid_noise.hpp"

namespace sfumato::masking {
namespace {

void require_drawable(double lambda, const char* what, double epsilon, const CopulaBudget& budget) {
  if (lambda >= stats::GeometricNoise::smallest_lambda) return;
  bad_param("epsilon",
            "ε = " + shortest(epsilon) + " is too small for the " + what + " of " +
                std::to_string(budget.columns) + " columns and " + std::to_string(budget.records) +
                " records",
            "choose a larger epsilon, or protect fewer ‹columns›");
}

}  // namespace

double geometric_sd(double lambda) { return 1.0 / (std::sqrt(2.0) * std::sinh(lambda / 2.0)); }

double CopulaBudget::count_sd() const { return columns == 0 ? 0.0 : geometric_sd(count_lambda()); }

double CopulaBudget::tau_sd() const {
  if (pairs == 0) return 0.0;
  const double n = static_cast<double>(records);
  return 2.0 / (n * (n - 1.0)) * geometric_sd(score_lambda());
}

std::size_t CopulaBudget::chosen_bins() const {
  const double bins = std::sqrt(static_cast<double>(records) * column);
  return static_cast<std::size_t>(std::clamp(bins, 2.0, 1024.0));
}

CopulaBudget copula_budget(double epsilon, double share, std::size_t columns, std::size_t records) {
  CopulaBudget budget{.records = records, .columns = columns};
  if (columns == 0) return budget;
  const bool alone = columns == 1 || records < 2;
  if (!alone) budget.pairs = columns * (columns - 1) / 2;
  budget.column = (alone ? epsilon : share * epsilon) / static_cast<double>(columns);
  require_drawable(budget.count_lambda(), "marginals", epsilon, budget);
  if (alone) return budget;
  budget.pair = (epsilon - share * epsilon) / static_cast<double>(budget.pairs);
  require_drawable(budget.score_lambda(), "correlations", epsilon, budget);
  return budget;
}

}  // namespace sfumato::masking
