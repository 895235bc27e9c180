// Gauss suppression, for tables of counts: by elimination over the relations, secondary cells are those
// without which a sensitive cell would be a linear combination of published ones. After Langsrud (2024),
// "Secondary cell suppression by Gaussian elimination". It prevents only exact disclosure to outsiders.
//
// Langsrud starts with nothing published and publishes the costliest cells first. Small tables are done in
// the opposite order, with the same result: cells join the sensitive ones, cheapest first, until every
// sensitive cell is in a circuit; then the cells of those circuits are published again, costliest first, as
// long as nothing is disclosed.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/gauss_basis.hpp"
#include "tables/suppression/gauss_kernel.hpp"
#include "tables/suppression/search.hpp"

namespace sfumato::tables {
namespace {

// Multiplications, about ten seconds: the rest is left to the repair of patterns.
constexpr std::uint64_t most_work = 4'000'000'000;
// Most numbers in the basis and in the circuits: about 500 MB each.
constexpr std::size_t most_entries = 30'000'000;
constexpr std::uint64_t checked_every = 256;

bool counts_only(const CellTable& table) {
  if (!table.responses.empty()) {
    return std::all_of(table.responses.begin(), table.responses.end(),
                       [](const Response& response) { return response.counts; });
  }
  return std::all_of(table.cells.begin(), table.cells.end(), [](const Cell& cell) {
    return !cell.value.is_negative() && cell.value.units_at(0).has_value();
  });
}

// Integers, small enough to be exact.
bool whole_coefficients(const SuppressionProblem& problem) {
  return std::all_of(problem.row_coefficients.begin(), problem.row_coefficients.end(),
                     [](double coefficient) {
                       return std::abs(coefficient) < 1e15 && coefficient == std::floor(coefficient);
                     });
}

class GaussSuppression {
 public:
  GaussSuppression(const SuppressionProblem& problem, const Run& run)
      : problem_(problem), run_(run), pattern_(problem.least()), sensitive_(problem.cells(), 0) {
    for (const Demand& demand : problem.demands) {
      if (demand.attacker != 0 || sensitive_[demand.cell]) continue;
      sensitive_[demand.cell] = 1;
      ++unprotected_;
    }
    exposed_ = sensitive_;
    for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
      if (problem.choice[cell] == Choice::hidden) hidden_.push_back(cell);
      if (problem.choice[cell] == Choice::open) open_.push_back(cell);
    }
    std::stable_sort(open_.begin(), open_.end(), [&](std::size_t left, std::size_t right) {
      return problem.cost[left] < problem.cost[right];
    });
  }

  Pattern run() {
    close_circuits();
    publish_again();
    return std::move(pattern_);
  }

 private:
  // The circuit becomes part of the pattern if it protects an exposed cell, or if all its cells are hidden
  // already.
  bool keep(SparseVector circuit, bool always) {
    bool useful = always;
    for (const auto& [cell, number] : circuit) useful = useful || exposed_[cell];
    if (!useful) return false;
    for (const auto& [cell, number] : circuit) {
      pattern_[cell] = 1;
      if (std::exchange(exposed_[cell], 0)) --unprotected_;
    }
    entries_ += circuit.size();
    if (entries_ <= most_entries) circuits_.push_back(std::move(circuit));
    return true;
  }

  static bool too_much(const GaussBasis& basis) {
    return basis.work() > most_work || basis.entries() > most_entries;
  }

  void close_circuits() {
    GaussBasis basis(problem_, hidden_);
    for (const std::size_t cell : hidden_) {
      if (auto circuit = basis.add(cell)) keep(std::move(*circuit), true);
      if (too_much(basis)) return;
      run_.check_stop();
    }
    Rng rng({61, 2024});
    std::uint64_t wasted = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < open_.size() && unprotected_ > 0 && !too_much(basis); ++i) {
      if (i % checked_every == 0) run_.check_stop();
      if (wasted > basis.entries()) {
        basis.look_for(exposed_, rng);
        wasted = 0;
      }
      if (!basis.promising(open_[i])) continue;
      const std::uint64_t before = basis.work();
      auto circuit = basis.add(open_[i]);
      if (circuit && !keep(std::move(*circuit), false)) wasted += basis.work() - before + 1;
    }
  }

  // With all circuits, or not used.
  void publish_again() {
    if (entries_ > most_entries || pattern_ == problem_.least()) return;
    GaussKernel kernel(circuits_, problem_.cells());
    for (std::size_t i = open_.size(); i-- > 0 && kernel.work() <= most_work;) {
      const std::size_t cell = open_[i];
      if (!pattern_[cell] || kernel.discloses(cell, sensitive_)) continue;
      kernel.publish(cell);
      pattern_[cell] = 0;
      run_.check_stop();
    }
  }

  const SuppressionProblem& problem_;
  const Run& run_;
  Pattern pattern_;
  std::vector<std::uint8_t> sensitive_;
  std::vector<std::uint8_t> exposed_;  // sensitive and not in a circuit yet
  std::size_t unprotected_ = 0;        // how many of them
  std::vector<std::size_t> hidden_;
  std::vector<std::size_t> open_;  // cheapest first
  std::vector<SparseVector> circuits_;
  std::size_t entries_ = 0;  // of all circuits
};

}  // namespace

std::optional<Pattern> gauss_suppression(const CellTable& table, const SuppressionProblem& problem,
                                         const Run& run) {
  if (!counts_only(table) || !whole_coefficients(problem)) return std::nullopt;
  return GaussSuppression(problem, run).run();
}

namespace {

struct GaussAlgorithm {
  static AlgorithmInfo info() {
    return {.name = "gauss",
            .title = "Gauss",
            .summary =
                "Finds by Gaussian elimination the cells without which a sensitive count could be computed.",
            .needs = "counts",
            .reference = "Langsrud (2024), Secondary cell suppression by Gaussian elimination"};
  }
  static bool run(SuppressionSearch& search) {
    return search.propose(gauss_suppression(search.table(), search.cell_problem(), search.run()));
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_SUPPRESSION(gauss_algorithm, sfumato::tables::GaussAlgorithm)
