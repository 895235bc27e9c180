// Controlled tabular adjustment of synthetic tables of three dimensions: the gap within a time limit, against
// random directions with a linear program for the deviations.
#include "core/run.hpp"
#include "optimize/solver.hpp"
#include "ratio.hpp"
#include "tables/adjustment/adjustment.hpp"

namespace {

using namespace sfumato;
using namespace sfumato::tables;

Dimension flat(const char* name, std::size_t leaves) {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < leaves; ++i) codes.push_back(name + std::to_string(i));
  return make_dimension(name, "Total", codes, {});
}

// Skewed values with one decimal; a random twentieth of the inner cells is sensitive, with levels of a tenth
// to a fifth of its value. Bounds are half and twice the value.
CellTable made_up(std::size_t rows, std::size_t columns, std::size_t layers) {
  Rng rng({rows * columns * layers, 11});
  CellTable table;
  table.dimensions = {flat("row", rows), flat("column", columns), flat("layer", layers)};
  table.responses = {{.name = "turnover", .counts = false, .mean_of = ""}};
  table.views = {{{0, 1, 2}, 0}};
  lay_out_cells(table);
  const CellIndex index(table);
  for (std::uint32_t i = 1; i <= rows; ++i) {
    for (std::uint32_t j = 1; j <= columns; ++j) {
      for (std::uint32_t k = 1; k <= layers; ++k) {
        const Decimal value(1 + static_cast<std::int64_t>(std::exp(6 + 1.5 * rng.normal())), 1);
        for (const std::uint32_t code : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
          const std::uint32_t codes[] = {code & 1U ? i : 0, code & 2U ? j : 0, code & 4U ? k : 0, 0};
          Cell& cell = table.cells[index.find(codes).value()];
          cell.value = cell.value + value;
          if (code != 7 || rng.below(20) != 0) continue;
          cell.status = CellStatus::primary;
          cell.lower_level = cell.upper_level =
              Decimal(1 + cell.value.units() * static_cast<std::int64_t>(10 + rng.below(11)) / 100, 1);
        }
      }
    }
  }
  for (Cell& cell : table.cells) {
    cell.lower = Decimal(cell.value.units() / 2, 1);
    cell.upper = cell.value + cell.value;
    cell.cost = cell.value;
  }
  check_table(table);
  return table;
}

void require_right(const CellTable& table, const Adjustment& adjusted) {
  bench::require(adjusted.found, "a table");
  check_table(adjusted.table);
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const Cell& cell = table.cells[i];
    bench::require(adjusted.values[i] >= *cell.lower && adjusted.values[i] <= *cell.upper, "a bound is kept");
    const bool lost = std::binary_search(adjusted.out_of_reach.begin(), adjusted.out_of_reach.end(), i);
    if (cell.status != CellStatus::primary || lost) continue;
    bench::require(adjusted.values[i] >= cell.value + cell.upper_level ||
                       adjusted.values[i] <= cell.value - cell.lower_level,
                   "a level is kept");
  }
}

// The simple baseline: random directions, then one linear program. It is continuous, which favours it a
// little.
double by_coin(const CellTable& table, std::uint64_t seed) {
  Rng rng({seed, 3});
  optimize::Model model;
  for (const Cell& cell : table.cells) {
    const double weight = 1 / std::max(0.1, std::abs(cell.value.number()));
    const double up = (*cell.upper - cell.value).number(), down = (cell.value - *cell.lower).number();
    const bool sensitive = cell.status == CellStatus::primary, upwards = rng.chance(0.5);
    model.add_column(weight, sensitive && upwards ? cell.upper_level.number() : 0,
                     sensitive && !upwards ? 0 : up);
    model.add_column(weight, sensitive && !upwards ? cell.lower_level.number() : 0,
                     sensitive && upwards ? 0 : down);
  }
  for (std::size_t r = 0; r < table.relations.count(); ++r) {
    std::vector<optimize::Entry> row;
    for (const Term& term : table.relations.terms(r)) {
      row.push_back({2 * term.cell, static_cast<double>(term.coefficient)});
      row.push_back({2 * term.cell + 1, -static_cast<double>(term.coefficient)});
    }
    model.add_row(0, 0, row);
  }
  const optimize::Solution solution = optimize::Solver(model, {.presolve = true}).solve();
  return solution.outcome == optimize::Outcome::optimal ? solution.objective : 0;
}

// `most_gap` in percent: 2 with the default options (margins may move, relative weights); elsewhere the gap
// reached so far, with a margin.
void adjust(std::size_t rows, std::size_t columns, std::size_t layers, bool fix_margins,
            DistanceWeight weight, double most_gap) {
  const CellTable table = made_up(rows, columns, layers);
  std::size_t sensitive = 0;
  for (const Cell& cell : table.cells) sensitive += cell.status == CellStatus::primary ? 1 : 0;
  Adjustment adjusted;
  const double time = bench::seconds(1, [&] {
    adjusted = adjust_table(
        table,
        {.weight = weight, .fix_margins = fix_margins, .limit = optimize::Effort::seconds(60), .gap = 2},
        Run({.seed = 1, .threads = 2}));
  });
  require_right(table, adjusted);
  std::printf("%2zu x %2zu x %2zu, %4zu cells, %3zu sensitive, %-8s %s: %.1f s, distance %.4f, gap %.2f %%",
              rows, columns, layers, table.cells.size(), sensitive, to_text(weight),
              fix_margins ? "margins fixed" : "margins free", time, adjusted.distance, adjusted.gap());
  if (!fix_margins && weight == DistanceWeight::relative) {
    const double coin = by_coin(table, 1);
    if (coin > 0) std::printf(", by coin / ours %.3f", coin / adjusted.distance);
    bench::require(adjusted.safe(), "every level is kept");
  }
  bench::require(adjusted.gap() <= most_gap, "a small gap");
  bench::require(time <= 66, "the time limit is kept");
  for (const std::string& note : adjusted.notes) std::printf(" (%s)", note.c_str());
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main() {
  using enum DistanceWeight;
  adjust(5, 5, 5, false, relative, 2.01);
  adjust(10, 10, 10, false, relative, 2.01);
  adjust(20, 20, 10, false, relative, 2.01);
  adjust(20, 20, 10, false, cost, 5);
  adjust(20, 20, 10, false, unity, 5);
  adjust(20, 20, 10, true, relative, 30);
  adjust(20, 20, 10, true, cost, 20);
  adjust(20, 20, 10, true, unity, 30);
  adjust(46, 46, 46, false, relative, 8);
}
