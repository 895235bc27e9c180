// The choice of a suppression algorithm: the optimum where the table is small, else the fastest heuristic
// that the table's shape allows.
#include <algorithm>

#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/search.hpp"

namespace sfumato::tables {
namespace {

// Up to this many cells the optimum is searched.
constexpr std::size_t most_cells_for_optimal = 6000;

struct AutomaticSuppression {
  static AlgorithmInfo info() {
    return {.name = "auto",
            .title = "Automatic choice",
            .summary =
                "Uses optimal up to 6000 cells, above that the first of network, modular and hypercube that "
                "fits the table.",
            .chooses = true};
  }
  static bool run(SuppressionSearch& search) {
    std::vector<const char*> candidates{"network", "modular", "hypercube"};
    if (!search.is_hierarchical()) candidates = {"network", "hypercube"};
    if (search.problem().cells() <= most_cells_for_optimal) candidates = {"optimal"};
    for (const char* candidate : candidates) {
      if (search.use(candidate)) return true;
    }
    search.set_algorithm("auto");
    Pattern pattern = search.problem().least();
    search.repair().meet_demands(pattern, search.limit().next(std::max(search.limit().left(), least_effort)));
    search.improve(std::move(pattern));
    search.note("each sensitive cell was protected in turn, at least cost");
    return true;
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_SUPPRESSION(automatic_algorithm, sfumato::tables::AutomaticSuppression)
