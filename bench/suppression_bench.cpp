// Optimal suppression: how close to the optimum two reference tables get in a minute, and how the time to a
// gap of 5 % grows with synthetic tables. Every pattern is audited before its numbers are printed.
#include "core/run.hpp"
#include "ratio.hpp"
#include "support/reference_data.hpp"
#include "tables/audit/audit.hpp"
#include "tables/plain_jj.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/optimal/pattern_check.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::tables;

struct Solved {
  double seconds = 0, cost = 0, bound = 0;
  double gap() const { return cost > 0 ? 100 * (cost - bound) / cost : 0; }
};

// By the audit, whose programs have a row for each relation; with very many relations, by the attacker's
// program over the degrees of freedom.
bool safe(const CellTable& table, const SuppressionProblem& problem, const Pattern& pattern, const Run& run) {
  if (problem.rows() <= 1000) {
    return audit(with_pattern(table, pattern), {.insiders = false, .verdict_only = true}, run).safe;
  }
  const CutSystem system(problem);
  const std::optional<Elimination> elimination = eliminate(system);
  return PatternCheck(system, elimination).meets(system.part_of(pattern));
}

Solved solve(const CellTable& table, double limit, double gap_percent) {
  const Run run({.seed = 1});
  const SuppressionProblem problem = make_problem(table, {});
  Solved solved;
  Proposal proposal;
  solved.seconds = bench::seconds(1, [&] {
    proposal = optimal_suppression(problem, problem.most(), Limit(optimize::Effort::seconds(limit)),
                                   gap_percent, run);
  });
  solved.cost = problem.cost_of(proposal.pattern);
  solved.bound = proposal.bound;
  bench::require(solved.bound <= solved.cost, "a bound above the cost");
  bench::require(safe(table, problem, proposal.pattern, run), "a pattern that is not safe");
  return solved;
}

void reference(const char* name, std::optional<double> optimum) {
  const std::string path = testing::reference_file(std::string("tables/") + name + ".jj");
  if (path.empty()) {
    std::printf("%s.jj is missing: set SFUMATO_REFERENCE_DATA\n", name);
    return;
  }
  const CellTable table = testing::read_plain_jj(path);
  const Solved solved = solve(table, 60, 0);
  if (optimum) bench::require(solved.bound <= *optimum && solved.cost >= *optimum, "the optimum of " + path);
  std::printf("%-8s %4zu cells: cost %.0f, bound %.0f, gap %.2f %% in %.1f s\n", name, table.cells.size(),
              solved.cost, solved.bound, solved.gap(), solved.seconds);
  std::fflush(stdout);
}

// size × size skewed numbers with their margins; one inner cell in 40 is sensitive.
CellTable made_up(std::size_t size) {
  Rng rng({size, 9});
  CellTable table;
  table.cells.resize((size + 1) * (size + 1));
  const auto at = [&](std::size_t row, std::size_t column) { return row * (size + 1) + column; };
  for (std::size_t i = 1; i <= size; ++i) {
    for (std::size_t j = 1; j <= size; ++j) {
      const Decimal value = Decimal::whole(static_cast<std::int64_t>(std::exp(3 + 1.5 * rng.normal())) + 1);
      for (const std::size_t cell : {at(i, j), at(i, 0), at(0, j), at(0, 0)}) {
        table.cells[cell].value = table.cells[cell].value + value;
      }
    }
  }
  for (Cell& cell : table.cells) {
    cell.cost = cell.value;
    cell.upper = cell.value + cell.value;
  }
  std::vector<Term> terms;
  for (std::size_t line = 0; line <= size; ++line) {
    for (const bool row : {true, false}) {
      terms.clear();
      for (std::size_t k = 0; k <= size; ++k) {
        terms.push_back({row ? at(line, k) : at(k, line), k == 0 ? -1 : 1});
      }
      table.relations.add(Decimal(), terms);
    }
  }
  for (std::size_t k = 0; k < size * size / 40; ++k) {
    Cell& cell = table.cells[at(1 + rng.below(size), 1 + rng.below(size))];
    cell.status = CellStatus::primary;
    cell.lower_level = cell.upper_level = Decimal::whole(1 + cell.value.units() / 10);
  }
  check_table(table);
  return table;
}

}  // namespace

int main() {
  reference("TABLE8", 103);
  reference("HIER13", std::nullopt);
  double earlier = 0, before = 0;
  for (const std::size_t size : {10U, 20U, 40U}) {
    const Solved solved = solve(made_up(size), 60, 5);
    std::printf("synthetic, %zu × %zu: gap %.2f %% in %.2f s", size, size, solved.gap(), solved.seconds);
    const auto cells = static_cast<double>(size * size);
    if (earlier > 0)
      std::printf(", time grows as cells^%.2f", bench::growth(before, earlier, cells, solved.seconds));
    std::printf("\n");
    std::fflush(stdout);
    earlier = solved.seconds;
    before = cells;
  }
}
