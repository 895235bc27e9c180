// Completes, repairs and improves the patterns of algorithms: each is audited on the whole table.
#include "tables/suppression/search.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "tables/suppression/algorithm.hpp"

namespace sfumato::tables {
namespace {

// Up to this many cells a heuristic's pattern is searched for redundant cells: in tables of two dimensions,
// where paths are found without a linear program, and in others.
constexpr std::size_t most_cells_to_look_through = 30'000;
constexpr std::size_t most_cells_to_look_through_by_programs = 4'000;
// Up to this many suppressed cells the last audit computes the whole intervals, not only whether they are
// wide enough.
constexpr std::size_t most_cells_for_intervals = 3000;
// Most rounds, as insiders may need cells that were published again.
constexpr int most_rounds = 4;

std::optional<SuppressionProblem> problem_of_cells_alone(const CellTable& table, ProblemOptions options,
                                                         const SuppressionProblem& whole) {
  if (whole.cells() == table.cells.size()) return std::nullopt;
  options.outside = false;
  return make_problem(table, options);
}

// Protection and audit use the same prior knowledge of the attacker.
SuppressionOptions with_one_prior(SuppressionOptions options) {
  if (!options.attacker.prior_percent) options.attacker.prior_percent = options.problem.prior_percent;
  options.problem.prior_percent = options.attacker.prior_percent;
  options.attacker.verdict_only = false;
  return options;
}

}  // namespace

SuppressionSearch::SuppressionSearch(const CellTable& table, const SuppressionOptions& options,
                                     const Run& run)
    : table_(table),
      options_(with_one_prior(options)),
      run_(run),
      limit_(options.limit),
      problem_(make_problem(table, options_.problem)),
      cell_problem_(problem_of_cells_alone(table, options_.problem, problem_)),
      repair_(table, problem_, options_.attacker, limit_, run) {}

Suppression SuppressionSearch::suppress() {
  const SuppressionAlgorithm& wanted = suppression_algorithm(options_.algorithm);
  if (problem_.demands.empty()) {
    keep(problem_.least());
    result_.optimal = true;
    result_.algorithm = options_.algorithm;
  } else if (!use(wanted.info.name)) {
    bad_param("algorithm", "the algorithm '" + wanted.info.name + "' cannot be used for this table",
              "it needs " + wanted.info.needs + "; auto chooses one that fits");
  }
  return finish();
}

bool SuppressionSearch::use(std::string_view algorithm) {
  const SuppressionAlgorithm& record = suppression_algorithm(algorithm);
  result_.algorithm = record.info.name;
  return record.run(*this);
}

bool SuppressionSearch::is_hierarchical() const {
  return std::any_of(table_.dimensions.begin(), table_.dimensions.end(),
                     [](const Dimension& dimension) { return dimension.sums.size() > 1; });
}

bool SuppressionSearch::propose(std::optional<Pattern> pattern) {
  if (!pattern) return false;
  complete_boxes(*pattern);
  improve(std::move(*pattern));
  return true;
}

// In a large flat table of three dimensions or more, each cell that no box proves safe needs a linear program
// of the whole table: there every sensitive cell gets a box, in which suppressed cells cost nothing.
void SuppressionSearch::complete_boxes(Pattern& pattern) {
  if (table_.dimensions.size() < 3 || is_hierarchical()) return;
  if (problem_.cells() <= most_cells_to_look_through_by_programs) return;
  SuppressionProblem rest = cell_problem();
  for (std::size_t cell = 0; cell < rest.cells(); ++cell) {
    if (!pattern[cell]) continue;
    rest.choice[cell] = Choice::hidden;
    rest.cost[cell] = 0;
  }
  if (std::optional<Pattern> boxes = hypercube_suppression(table_, rest, run_)) pattern = std::move(*boxes);
}

void SuppressionSearch::keep(const Pattern& pattern) {
  const double cost = problem_.cost_of(pattern);
  if (best_.empty() || cost < best_cost_) {
    best_ = pattern;
    best_cost_ = cost;
  }
}

void SuppressionSearch::improve(Pattern pattern) {
  pattern.resize(problem_.cells(), 1);  // differences are never published
  repair_.repair(pattern);
  keep(pattern);
  const bool flat = table_.dimensions.size() == 2;
  if (problem_.cells() > (flat ? most_cells_to_look_through : most_cells_to_look_through_by_programs)) return;
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

void SuppressionSearch::raise_bound(double bound) { result_.bound = std::max(result_.bound, bound); }

Suppression SuppressionSearch::finish() {
  Suppression result = std::move(result_);
  const auto suppressed = static_cast<std::size_t>(std::count(best_.begin(), best_.end(), std::uint8_t{1}));
  const bool exact = suppressed <= most_cells_for_intervals;
  result.audit = repair_.last_audit(best_, exact);
  if (!exact)
    result.notes.emplace_back("intervals are at least as wide as shown: 'table audit' computes them exactly");
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
    result.notes.push_back("secondary cells of the input table stay suppressed, at no cost: " +
                           std::to_string(brought));
  }
  list_out_of_reach(result);
  return result;
}

void SuppressionSearch::list_out_of_reach(Suppression& result) {
  std::vector<std::size_t> cells;
  for (const AuditedCell& shown : result.audit.cells) {
    if (shown.safe || result.table.cells[shown.cell].status != CellStatus::primary) continue;
    cells.push_back(shown.cell);
    result.out_of_reach.push_back({shown.cell, shown.need_lower, shown.need_upper, {}, {}});
  }
  if (!cells.empty()) {
    const std::vector<Interval> widest = repair_.widest(cells);
    for (std::size_t i = 0; i < cells.size(); ++i) result.out_of_reach[i].most = widest[i];
  }
  list_outside_out_of_reach(result);
  if (result.out_of_reach.empty()) return;
  result.notes.push_back(
      "sensitive cells whose protection levels cannot be met, even if every other cell that may be "
      "suppressed is suppressed: " +
      std::to_string(result.out_of_reach.size()));
}

void SuppressionSearch::list_outside_out_of_reach(Suppression& result) {
  const std::vector<AuditedOutside>& shown = result.audit.outside;
  if (std::all_of(shown.begin(), shown.end(), [](const AuditedOutside& one) { return one.safe; })) return;
  const std::vector<AuditedOutside> widest = repair_.widest_outside();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i].safe) continue;
    result.out_of_reach.push_back(
        {shown[i].cell, shown[i].need_lower, shown[i].need_upper, widest[i].interval, shown[i].margin});
  }
}

Suppression suppress(const CellTable& table, const SuppressionOptions& options, const Run& run) {
  return SuppressionSearch(table, options, run).suppress();
}

}  // namespace sfumato::tables
