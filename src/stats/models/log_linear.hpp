// Log-linear models of a table of counts by keys: expected counts with the main effects of the keys, or with
// those of all pairs, as maximum likelihood fits them to Poisson counts of all combinations of values.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/run.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {

// The largest table that effects of pairs are fitted to: all combinations of the keys' values.
constexpr double most_fitted_cells = 1 << 22;

struct FittedCounts {
  std::vector<double> of_class;  // expected records of each class
  double cells = 0.0;            // combinations of values; missing is one where it occurs
  std::size_t cycles = 0;        // of proportional fitting; 0 for the closed form
  bool converged = true;
};

// How many combinations of values there are.
double cell_count(const KeyTable& keys);

// Main effects: n·∏ of the shares of the values. Needs no table of all cells.
FittedCounts fitted_main_effects(const KeyTable& keys, const KeyClasses& classes);

// Effects of all pairs by iterative proportional fitting (Deming, Stephan 1940), until no count of a pair of
// values is off by more than 1e-10 of the records, for at most 2000 cycles. Nothing for tables of more than
// `most_fitted_cells`. With fewer than three keys the model is saturated: expected counts are the observed
// ones.
std::optional<FittedCounts> fitted_pairs(const KeyTable& keys, const KeyClasses& classes, const Run& run);

}  // namespace sfumato::stats
