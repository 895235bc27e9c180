// The weight of a pattern of agreement as evidence for a match, and the thresholds between links, possible
// links, and non-links: Fellegi, Sunter (1969), A theory for record linkage, JASA 64.
#pragma once

#include <limits>
#include <vector>

#include "stats/models/latent_classes.hpp"

namespace sfumato::stats {

// The weight of each of the 2^columns patterns: Σ log₂(m/u) over columns that agree and
// log₂((1−m)/(1−u)) over the others, in column order. Each term is rounded to a multiple of 2⁻⁴⁰, so that
// sums are exact and patterns of equal evidence have equal weights.
std::vector<double> pair_weights(const LatentClasses& classes);
// The same for patterns of this layout; an unknown column adds nothing.
std::vector<double> pair_weights(const LatentClasses& classes, const PatternLayout& layout);

struct LinkThresholds {
  double upper = std::numeric_limits<double>::infinity();   // a weight from here on is a link
  double lower = -std::numeric_limits<double>::infinity();  // a weight up to here is a non-link
};

// The least `upper` that others reach with a probability of at most `false_match`, and the largest
// `lower` up to which matches fall with at most `false_non_match`, both by the model. Where the two
// cross, a pair from `upper` on is a link and every other is a non-link.
LinkThresholds link_thresholds(const LatentClasses& classes, const std::vector<double>& weights,
                               double false_match, double false_non_match);
// The same, where a column is unknown in these shares of the pairs of both classes.
LinkThresholds link_thresholds(const LatentClasses& classes, const PatternLayout& layout,
                               const std::vector<double>& unknown, const std::vector<double>& weights,
                               double false_match, double false_non_match);

}  // namespace sfumato::stats
