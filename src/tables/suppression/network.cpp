// Network suppression: in a table that is a network, a cell is protected along the shortest paths from one of
// its ends to the other, where a suppressed cell costs nothing. Shortest paths for cell suppression: Castro
// (2007), "A shortest-paths heuristic for statistical data protection in positive tables".
#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/network_paths.hpp"
#include "tables/suppression/search.hpp"

namespace sfumato::tables {

std::optional<Pattern> network_suppression(const CellTable& table, const SuppressionProblem& problem,
                                           const Run& run) {
  const std::optional<NetworkGraph> graph = NetworkGraph::of(table, problem);
  if (!graph) return std::nullopt;
  NetworkPaths paths(problem, *graph);
  for (const std::size_t index : largest_first(problem)) {
    run.check_stop();
    paths.meet(problem.demands[index]);
  }
  return paths.pattern();
}

namespace {

struct NetworkAlgorithm {
  static AlgorithmInfo info() {
    return {
        .name = "network",
        .title = "Network",
        .summary =
            "Protects each sensitive cell along shortest paths in the network of a two-dimensional table.",
        .needs = "two dimensions, one of them flat",
        .reference =
            "Castro (2007), A shortest-paths heuristic for statistical data protection in positive tables"};
  }
  static bool run(SuppressionSearch& search) {
    return search.propose(network_suppression(search.table(), search.cell_problem(), search.run()));
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_SUPPRESSION(network_algorithm, sfumato::tables::NetworkAlgorithm)
