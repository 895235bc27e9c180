// The audit of a table against the plain loop over the same solver: two linear programs for each suppressed
// cell, each with a warm or a cold start. All three must find the same intervals.
#include "core/run.hpp"
#include "optimize/solver.hpp"
#include "ratio.hpp"
#include "support/reference_data.hpp"
#include "tables/audit/audit.hpp"
#include "tables/plain_jj.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::tables;

struct Ends {
  std::vector<double> lower, upper;  // of the audited cells
};

// The simple baseline: every suppressed cell a variable, every relation a row.
optimize::Model plain_model(const CellTable& table, std::vector<std::size_t>& columns) {
  optimize::Model model;
  columns.assign(table.cells.size(), table.cells.size());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Cell& cell = table.cells[i];
    if (!cell.suppressed()) continue;
    columns[i] = model.add_column(0, cell.lower ? cell.lower->number() : -infinity,
                                  cell.upper ? cell.upper->number() : infinity);
  }
  for (std::size_t r = 0; r < table.relations.count(); ++r) {
    double right = table.relations.right(r).number();
    std::vector<optimize::Entry> entries;
    for (const Term& term : table.relations.terms(r)) {
      const auto coefficient = static_cast<double>(term.coefficient);
      if (table.cells[term.cell].suppressed()) {
        entries.push_back({columns[term.cell], coefficient});
      } else {
        right -= coefficient * table.cells[term.cell].value.number();
      }
    }
    if (!entries.empty()) model.add_row(right, right, entries);
  }
  return model;
}

Ends plain_loop(const CellTable& table, const std::vector<std::size_t>& cells, bool cold) {
  std::vector<std::size_t> columns;
  optimize::Solver solver(plain_model(table, columns));
  Ends ends;
  for (const std::size_t cell : cells) {
    solver.set_cost(columns[cell], 1);
    for (const optimize::Sense sense : {optimize::Sense::minimize, optimize::Sense::maximize}) {
      solver.set_sense(sense);
      if (cold) solver.forget();
      const optimize::Solution solution = solver.solve();
      bench::require(solution.outcome == optimize::Outcome::optimal, "a plain program was not solved");
      (sense == optimize::Sense::minimize ? ends.lower : ends.upper).push_back(solution.objective);
    }
    solver.set_cost(columns[cell], 0);
  }
  return ends;
}

void require_same(const Audit& audited, const Ends& plain) {
  for (std::size_t i = 0; i < audited.cells.size(); ++i) {
    const Interval& interval = audited.cells[i].interval;
    const double room = 1e-6 * std::max(1.0, std::abs(plain.upper[i]));
    bench::require(interval.lower && std::abs(*interval.lower - plain.lower[i]) <= room, "a lower bound");
    bench::require(interval.upper && std::abs(*interval.upper - plain.upper[i]) <= room, "an upper bound");
  }
}

double compare(const char* name, const CellTable& table, bool secondary_cells, bool with_cold) {
  const Run run({.seed = 1, .threads = 1});
  const AuditOptions options{.insiders = false, .secondary_cells = secondary_cells};
  Audit audited;
  const double ours = bench::seconds(5, [&] { audited = audit(table, options, run); });
  std::vector<std::size_t> cells;
  for (const AuditedCell& cell : audited.cells) cells.push_back(cell.cell);
  Ends plain;
  const double warm = bench::seconds(3, [&] { plain = plain_loop(table, cells, false); });
  require_same(audited, plain);
  std::printf(
      "%-16s %5zu suppressed, %5zu intervals: audit %8.2f ms (%zu solved, %zu skipped), ours / warm %.2f",
      name, audited.suppressed, cells.size(), 1e3 * ours, audited.solved, audited.skipped, ours / warm);
  if (with_cold) {
    const double cold = bench::seconds(1, [&] { plain = plain_loop(table, cells, true); });
    require_same(audited, plain);
    std::printf(", cold / ours %.1f, cold / warm %.1f", cold / ours, cold / warm);
  }
  const double verdicts = bench::seconds(5, [&] {
    audit(table, {.insiders = false, .verdict_only = true, .secondary_cells = secondary_cells}, run);
  });
  std::printf(", verdicts / intervals %.2f\n", verdicts / ours);
  std::fflush(stdout);
  return ours;
}

// size × size skewed numbers with their margins, a twentieth of the inner cells sensitive and protected by
// three others around a rectangle: the kind of table that t2d.jj is.
CellTable made_up(std::size_t size) {
  Rng rng({size, 5});
  CellTable table;
  table.cells.resize((size + 1) * (size + 1));
  const auto at = [&](std::size_t row, std::size_t column) { return row * (size + 1) + column; };
  for (std::size_t i = 1; i <= size; ++i) {
    for (std::size_t j = 1; j <= size; ++j) {
      const Decimal value = Decimal::whole(static_cast<std::int64_t>(std::exp(2 + 1.5 * rng.normal())));
      table.cells[at(i, j)].value = value;
      for (const std::size_t sum : {at(i, 0), at(0, j), at(0, 0)}) {
        table.cells[sum].value = table.cells[sum].value + value;
      }
    }
  }
  for (Cell& cell : table.cells) cell.upper = table.cells[0].value + table.cells[0].value;
  std::vector<Term> terms;
  for (std::size_t line = 0; line <= size; ++line) {
    for (const bool row : {true, false}) {
      terms.clear();
      for (std::size_t k = 0; k <= size; ++k)
        terms.push_back({row ? at(line, k) : at(k, line), k == 0 ? -1 : 1});
      table.relations.add(Decimal(), terms);
    }
  }
  for (std::size_t k = 0; k < size * size / 20; ++k) {
    const std::size_t row = 1 + rng.below(size), column = 1 + rng.below(size);
    const std::size_t other_row = 1 + (row + rng.below(size - 1)) % size;
    const std::size_t other_column = 1 + (column + rng.below(size - 1)) % size;
    for (const std::size_t cell :
         {at(row, other_column), at(other_row, column), at(other_row, other_column)}) {
      if (table.cells[cell].status == CellStatus::safe) table.cells[cell].status = CellStatus::secondary;
    }
    Cell& sensitive = table.cells[at(row, column)];
    sensitive.status = CellStatus::primary;
    sensitive.lower_level = sensitive.upper_level = Decimal::whole(sensitive.value.units() / 10);
  }
  check_table(table);
  return table;
}

// Every third sensitive cell has one contributor only, who attacks the others.
void with_insiders(std::size_t size) {
  CellTable table = made_up(size);
  table.contributors.resize(table.cells.size());
  std::size_t count = 0, singles = 0;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const bool alone = table.cells[i].status == CellStatus::primary && count++ % 3 == 0;
    table.contributors[i].frequency = table.contributors[i].holdings = alone ? 1 : 9;
    singles += alone ? 1 : 0;
  }
  const Run run({.seed = 1, .threads = 1});
  Audit inside, outside;
  const double without = bench::seconds(3, [&] { outside = audit(table, {.insiders = false}, run); });
  const double with = bench::seconds(1, [&] { inside = audit(table, {}, run); });
  std::printf("synthetic, %-6zu %zu insiders: %.2f ms (%zu solved), with insiders / without %.1f\n", size,
              singles, 1e3 * with, inside.solved, with / without);
  for (std::size_t i = 0; i < inside.cells.size(); ++i) {
    bench::require(!inside.cells[i].safe || outside.cells[i].safe, "an insider knows less than an outsider");
  }
}

// size × size sensitive cells, each with one contributor only: as many insiders as cells, and for each of
// them all others must be proved safe.
double all_alone(std::size_t size) {
  CellTable table = made_up(size);
  table.contributors.resize(table.cells.size());
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    Cell& cell = table.cells[i];
    const bool inner = i > size && i % (size + 1) != 0;
    cell.status = inner ? CellStatus::primary : CellStatus::safe;
    cell.lower_level = cell.upper_level = Decimal::whole(inner && cell.value.units() > 0 ? 1 : 0);
    table.contributors[i].frequency = table.contributors[i].holdings = inner ? 1 : 9;
  }
  const Run run({.seed = 1, .threads = 1});
  Audit inside, outside;
  const double without = bench::seconds(3, [&] { outside = audit(table, {.insiders = false}, run); });
  const double with = bench::seconds(3, [&] { inside = audit(table, {}, run); });
  bench::require(inside.safe && outside.safe, "all cells protect each other");
  std::printf("all alone, %-6zu %zu insiders: %.2f ms (%zu solved), with insiders / without %.1f\n", size,
              size * size, 1e3 * with, inside.solved, with / without);
  std::fflush(stdout);
  return with;
}

// Three sizes show how time grows with the number of cells.
void with_many_insiders() {
  const double small = all_alone(16);
  const double middle = all_alone(28);
  const double large = all_alone(48);
  std::printf("  time grows as cells^%.2f, then cells^%.2f\n", bench::growth(16 * 16, small, 28 * 28, middle),
              bench::growth(28 * 28, middle, 48 * 48, large));
}

}  // namespace

int main() {
  const std::string path = testing::reference_file("tables/t2d.jj");
  if (path.empty()) {
    std::printf("t2d.jj is missing: set SFUMATO_REFERENCE_DATA\n");
  } else {
    const CellTable table = testing::read_plain_jj(path);
    compare("t2d, primary", table, false, true);
    compare("t2d, all", table, true, true);
  }
  double earlier = 0;
  for (const std::size_t size : {30U, 50U, 80U}) {
    const std::string name = "synthetic, " + std::to_string(size);
    const double time = compare(name.c_str(), made_up(size), true, size < 80);
    if (earlier > 0) {
      const double before = size == 50 ? 30 : 50;
      std::printf("  time grows as cells^%.2f\n",
                  bench::growth(before * before, earlier, static_cast<double>(size * size), time));
    }
    earlier = time;
  }
  for (const std::size_t size : {30U, 50U}) with_insiders(size);
  with_many_insiders();
}
