#include "tables/suppression/suppression.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/repair.hpp"

namespace sfumato::tables {
namespace {

struct Name {
  SuppressionAlgorithm algorithm;
  const char* text;
};
constexpr std::array<Name, 6> names{{{SuppressionAlgorithm::automatic, "auto"},
                                     {SuppressionAlgorithm::optimal, "optimal"},
                                     {SuppressionAlgorithm::hypercube, "hypercube"},
                                     {SuppressionAlgorithm::network, "network"},
                                     {SuppressionAlgorithm::modular, "modular"},
                                     {SuppressionAlgorithm::gauss, "gauss"}}};

// Up to so many cells the optimum is worth looking for.
constexpr std::size_t most_cells_for_optimal = 6000;
// Up to so many cells a heuristic's pattern is looked through for cells that nothing needs: in tables of two
// dimensions, where ways around are found without a program, and in others.
constexpr std::size_t most_cells_to_look_through = 30'000;
constexpr std::size_t most_cells_to_look_through_by_programs = 4'000;
// Up to so many suppressed cells the last audit finds how far each of them goes, and not only that it goes
// far enough.
constexpr std::size_t most_cells_for_intervals = 3000;
// And so often, as insiders may need what was published again.
constexpr int most_rounds = 4;
// A pattern to start from may take so much whatever the limit: without it all is suppressed.
constexpr double least_effort = 1;

bool is_hierarchical(const CellTable& table) {
  return std::any_of(table.dimensions.begin(), table.dimensions.end(),
                     [](const Dimension& dimension) { return dimension.sums.size() > 1; });
}

// What the attacker knows beforehand is the same for those who protect and for those who audit.
SuppressionOptions with_one_prior(SuppressionOptions options) {
  if (!options.attacker.prior_percent) options.attacker.prior_percent = options.problem.prior_percent;
  options.problem.prior_percent = options.attacker.prior_percent;
  options.attacker.verdict_only = false;
  return options;
}

class Suppressor {
 public:
  Suppressor(const CellTable& table, const SuppressionOptions& options, const Run& run)
      : table_(table),
        options_(with_one_prior(options)),
        run_(run),
        limit_(options.limit),
        problem_(make_problem(table, options_.problem)),
        repair_(table, problem_, options_.attacker, limit_, run) {}

  Suppression suppress() {
    if (problem_.demands.empty()) {
      keep(problem_.least());
      result_.optimal = true;
      result_.algorithm = options_.algorithm;
    } else {
      choose_and_run();
    }
    return finish();
  }

 private:
  void choose_and_run() {
    const SuppressionAlgorithm wanted = options_.algorithm;
    if (wanted != SuppressionAlgorithm::automatic) {
      if (run(wanted)) return;
      bad_input(
          std::string("the algorithm '") + to_text(wanted) + "' cannot be used for this table",
          "network needs two dimensions, one of them flat; gauss needs counts; hypercube and modular need "
          "dimensions; auto chooses one that fits");
    }
    using enum SuppressionAlgorithm;
    std::vector<SuppressionAlgorithm> candidates{network, modular, hypercube};
    if (!is_hierarchical(table_)) candidates = {network, hypercube};
    if (problem_.cells() <= most_cells_for_optimal) candidates = {optimal};
    for (const SuppressionAlgorithm candidate : candidates) {
      if (run(candidate)) return;
    }
    result_.algorithm = SuppressionAlgorithm::automatic;
    Pattern pattern = problem_.least();
    repair_.meet_demands(pattern, limit_.next(std::max(limit_.left(), least_effort)));
    improve(std::move(pattern));
    result_.notes.emplace_back("each sensitive cell was protected in turn, at the least cost");
  }

  // False if the algorithm cannot be used.
  bool run(SuppressionAlgorithm algorithm) {
    result_.algorithm = algorithm;
    if (algorithm == SuppressionAlgorithm::optimal) {
      run_optimal();
      return true;
    }
    std::optional<Pattern> pattern;
    if (algorithm == SuppressionAlgorithm::hypercube) pattern = hypercube_suppression(table_, problem_, run_);
    if (algorithm == SuppressionAlgorithm::network) pattern = network_suppression(table_, problem_, run_);
    if (algorithm == SuppressionAlgorithm::gauss) pattern = gauss_suppression(table_, problem_, run_);
    if (algorithm == SuppressionAlgorithm::modular) {
      pattern = modular_suppression(table_, problem_, limit_, run_);
    }
    if (!pattern) return false;
    if (algorithm != SuppressionAlgorithm::hypercube) complete_boxes(*pattern);
    improve(std::move(*pattern));
    return true;
  }

  // In a large flat table of three dimensions or more, what no box shows to be safe takes a linear program of
  // the whole table for each cell: there every sensitive cell gets a box, with what is suppressed already for
  // nothing.
  void complete_boxes(Pattern& pattern) {
    if (table_.dimensions.size() < 3 || is_hierarchical(table_)) return;
    if (problem_.cells() <= most_cells_to_look_through_by_programs) return;
    SuppressionProblem rest = problem_;
    for (std::size_t cell = 0; cell < rest.cells(); ++cell) {
      if (!pattern[cell]) continue;
      rest.choice[cell] = Choice::hidden;
      rest.cost[cell] = 0;
    }
    if (std::optional<Pattern> boxes = hypercube_suppression(table_, rest, run_)) pattern = std::move(*boxes);
  }

  // A pattern that was repaired, so that nothing can be said against it.
  void keep(const Pattern& pattern) {
    const double cost = problem_.cost_of(pattern);
    if (best_.empty() || cost < best_cost_) {
      best_ = pattern;
      best_cost_ = cost;
    }
  }

  void improve(Pattern pattern) {
    repair_.repair(pattern);
    keep(pattern);
    const bool flat = table_.dimensions.size() == 2;
    if (problem_.cells() > (flat ? most_cells_to_look_through : most_cells_to_look_through_by_programs))
      return;
    for (int round = 0; round < most_rounds && !limit_.over(); ++round) {
      Pattern less = publish_again(problem_, pattern, limit_, run_);
      if (less == pattern) return;
      const Pattern proposed = less;
      repair_.repair(less);
      keep(less);
      if (less == proposed) return;
      pattern = std::move(less);
    }
  }

  // Insiders become demands once some pattern let them see too much; then the optimum is sought again.
  void run_optimal() {
    Pattern start = problem_.least();
    repair_.meet_demands(start, limit_.next(std::max(least_effort, options_.limit.amount / 4)));
    start = publish_again(problem_, std::move(start), limit_.share(0.1), run_);
    repair_.repair(start);
    keep(start);
    for (bool again = true; again && !limit_.over();) {
      repair_.take_change();
      const Proposal proposal = optimal_suppression(problem_, best_, limit_, options_.gap, run_);
      result_.bound = std::max(result_.bound, proposal.bound);
      Pattern pattern = proposal.pattern;
      repair_.repair(pattern);
      result_.optimal = proposal.optimal && pattern == proposal.pattern;
      keep(pattern);
      again = repair_.take_change();
    }
    if (!result_.optimal && limit_.over()) {
      result_.notes.push_back("the " + std::string(to_text(options_.limit.unit)) +
                              " limit was reached: this is the best pattern found by then");
    }
  }

  Suppression finish() {
    Suppression result = std::move(result_);
    const auto suppressed = static_cast<std::size_t>(std::count(best_.begin(), best_.end(), std::uint8_t{1}));
    const bool exact = suppressed <= most_cells_for_intervals;
    result.audit = repair_.last_audit(best_, exact);
    if (!exact)
      result.notes.emplace_back("intervals are at least as wide as shown: 'table audit' finds their ends");
    result.table = with_pattern(table_, best_);
    result.cost = best_cost_;
    result.bound = result.optimal ? best_cost_ : std::min(result.bound, best_cost_);
    std::size_t brought = 0;
    for (std::size_t cell = 0; cell < table_.cells.size(); ++cell) {
      const CellStatus status = result.table.cells[cell].status;
      result.primary += status == CellStatus::primary ? 1 : 0;
      result.secondary += status == CellStatus::secondary ? 1 : 0;
      brought += table_.cells[cell].status == CellStatus::secondary ? 1 : 0;
    }
    if (brought > 0) {
      result.notes.push_back("secondary cells that the table brought stay suppressed, at no cost: " +
                             std::to_string(brought));
    }
    list_out_of_reach(result);
    return result;
  }

  void list_out_of_reach(Suppression& result) {
    std::vector<std::size_t> cells;
    for (const AuditedCell& shown : result.audit.cells) {
      if (shown.safe || result.table.cells[shown.cell].status != CellStatus::primary) continue;
      cells.push_back(shown.cell);
      result.out_of_reach.push_back({shown.cell, shown.need_lower, shown.need_upper, {}});
    }
    if (cells.empty()) return;
    const std::vector<Interval> widest = repair_.widest(cells);
    for (std::size_t i = 0; i < cells.size(); ++i) result.out_of_reach[i].most = widest[i];
    result.notes.push_back(
        "sensitive cells that cannot be protected as far as their levels ask, even with every cell "
        "suppressed "
        "that may be: " +
        std::to_string(cells.size()));
  }

  const CellTable& table_;
  const SuppressionOptions options_;
  const Run& run_;
  Limit limit_;
  SuppressionProblem problem_;
  Repair repair_;
  Pattern best_;
  double best_cost_ = 0;
  Suppression result_;
};

}  // namespace

std::optional<SuppressionAlgorithm> suppression_algorithm(std::string_view name) {
  for (const Name& known : names) {
    if (name == known.text) return known.algorithm;
  }
  return std::nullopt;
}

const char* to_text(SuppressionAlgorithm algorithm) {
  for (const Name& known : names) {
    if (known.algorithm == algorithm) return known.text;
  }
  return "auto";
}

Suppression suppress(const CellTable& table, const SuppressionOptions& options, const Run& run) {
  return Suppressor(table, options, run).suppress();
}

}  // namespace sfumato::tables
