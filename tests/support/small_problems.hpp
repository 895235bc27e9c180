// Suppression problems small enough to try out every pattern.
#pragma once

#include <optional>
#include <vector>

#include "core/rng.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/pattern_check.hpp"

namespace sfumato::tables {

inline Limit far_off() { return Limit(optimize::Effort::work(3600)); }

// A random table with a few sensitive cells, all demands within reach; no more than `most` open cells in its
// system.
std::optional<SuppressionProblem> small_problem(Rng& rng, std::size_t most);

// Insiders who know the first sensitive cell attack all others.
void add_insiders(SuppressionProblem& problem);

// Those that meet all demands, and the least that one of them costs.
std::vector<Pattern> patterns_of(const CutSystem& system, PatternCheck& check);
double least_cost(const CutSystem& system, PatternCheck& check);

}  // namespace sfumato::tables
