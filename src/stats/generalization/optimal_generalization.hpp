// The best full-domain generalization: of all combinations of levels, the one of the lowest cost whose
// classes satisfy the models when few enough records are suppressed. Combinations that cannot be the best are
// pruned.
#pragma once

#include <optional>

#include "stats/classes/class_models.hpp"
#include "stats/generalization/generalization_objective.hpp"

namespace sfumato::stats {

struct GeneralizationScheme {
  bool found = false;  // false: no levels are feasible
  Levels levels;
  double score = 0.0;
  std::vector<char> suppressed;  // by entry
  std::size_t suppressed_records = 0;
  std::size_t nodes_checked = 0;  // combinations whose classes were counted
  std::size_t nodes = 0;          // that there are
};

// Combinations of levels; a lattice of more than `most_nodes` is an error.
constexpr std::size_t most_nodes = 1'000'000'000;

// A level for each column, or none where it is to be found.
using FixedLevels = std::vector<std::optional<std::uint32_t>>;

// Of equal scores the one whose columns cost less, the worst column compared first, then the least sum of
// levels, then the first found, which is the same for any number of threads. `fixed` is empty, or has a
// place for every column: only combinations with these levels are considered.
GeneralizationScheme optimal_generalization(const LevelTable& table, const GeneralizationObjective& objective,
                                            const ModelCheck& models, std::size_t most_suppressed,
                                            const Run& run, const FixedLevels& fixed = {});

}  // namespace sfumato::stats
