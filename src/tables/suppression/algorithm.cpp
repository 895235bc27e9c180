// Collects the suppression algorithms listed in algorithms.def.
#include "tables/suppression/algorithm.hpp"

#include "core/error.hpp"
#include "core/registry.hpp"

namespace sfumato::tables {

#define ALGORITHM(function) SuppressionAlgorithm function();
#include "tables/suppression/algorithms.def"
#undef ALGORITHM

const std::vector<SuppressionAlgorithm>& suppression_algorithms() {
  static const std::vector<SuppressionAlgorithm> all{
#define ALGORITHM(function) function(),
#include "tables/suppression/algorithms.def"
#undef ALGORITHM
  };
  return all;
}

const SuppressionAlgorithm& suppression_algorithm(std::string_view name) {
  if (const auto* found = find_entry(suppression_algorithms(), name)) return *found;
  std::string names;
  for (const SuppressionAlgorithm& one : suppression_algorithms()) {
    names += (names.empty() ? "" : ", ") + one.info.name;
  }
  bad_param("algorithm", "there is no algorithm '" + std::string(name) + "'", "the algorithms are " + names);
}

}  // namespace sfumato::tables
