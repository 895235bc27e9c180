// Hypercubes, shortest paths, subtables and elimination on tables of up to 10⁵ cells: how time grows, and the
// relative costs of the patterns. First each algorithm as used, audited and repaired; then the algorithms
// alone.
#include <cmath>
#include <functional>
#include <optional>

#include "ratio.hpp"
#include "tables/audit/audit.hpp"
#include "tables/filled_table.hpp"
#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/suppression.hpp"

using namespace sfumato;
using namespace sfumato::tables;

namespace {

constexpr double most_seconds = 60;

// Two levels: about √leaves groups.
Dimension grouped_dimension(const std::string& name, std::size_t groups, std::size_t each) {
  Dimension dimension;
  dimension.name = name;
  dimension.codes = {"Total"};
  dimension.sums.push_back({0, {}});
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t group = dimension.codes.size();
    dimension.codes.push_back(name + std::to_string(g));
    dimension.sums[0].children.push_back(group);
    CodeSum sum{group, {}};
    for (std::size_t i = 0; i < each; ++i) {
      sum.children.push_back(dimension.codes.size());
      dimension.codes.push_back(name + std::to_string(g) + "." + std::to_string(i));
    }
    dimension.sums.push_back(sum);
  }
  return dimension;
}

// Leaves of all sizes, a tenth of them empty; of the cells below a bound, some are sensitive.
CellTable made_up(const std::vector<Dimension>& dimensions, bool counts) {
  Rng rng({dimensions.size(), 11});
  CellTable table = testing::filled_table(dimensions, counts, [&] {
    if (rng.chance(0.1)) return Decimal();
    return Decimal::whole(1 + static_cast<std::int64_t>(std::exp((counts ? 2 : 4) + 1.2 * rng.normal())));
  });
  for (Cell& cell : table.cells) {
    cell.cost = cell.value;
    const bool small = cell.value < Decimal::whole(counts ? 4 : 200);
    if (cell.value.is_zero() || !small || !rng.chance(counts ? 0.4 : 0.04)) continue;
    cell.status = CellStatus::primary;
    cell.lower_level = cell.upper_level =
        counts ? Decimal::whole(1) : Decimal::whole((cell.value.units() + 6) / 7);
  }
  return table;
}

double safe_share(const CellTable& table, const Pattern& pattern, const Run& run) {
  const Audit audited = audit(with_pattern(table, pattern), {.insiders = false, .verdict_only = true}, run);
  std::size_t safe = 0;
  for (const AuditedCell& cell : audited.cells) safe += cell.safe ? 1 : 0;
  return 100.0 * static_cast<double>(safe) /
         static_cast<double>(std::max<std::size_t>(audited.cells.size(), 1));
}

using Algorithm = std::optional<Pattern> (*)(const CellTable&, const SuppressionProblem&, const Run&);

struct Contestant {
  const char* name;
  Algorithm algorithm;
  std::size_t most_cells = 200'000;
};

// A linear program for each sensitive cell.
std::optional<Pattern> incremental(const CellTable&, const SuppressionProblem& problem, const Run& run) {
  return incremental_suppression(problem, Limit(optimize::Effort::seconds(20)), run);
}

void race(const char* what, const std::vector<std::vector<Dimension>>& sizes, bool counts,
          const std::vector<Contestant>& contestants) {
  const Run run({.seed = 1, .threads = 1});
  std::vector<double> earlier_time(contestants.size(), 0), earlier_size(contestants.size(), 0);
  for (const std::vector<Dimension>& dimensions : sizes) {
    const CellTable table = made_up(dimensions, counts);
    const SuppressionProblem problem = make_problem(table, {});
    const auto cells = static_cast<double>(table.cells.size());
    double first_cost = 0;
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      if (table.cells.size() > contestants[i].most_cells) continue;
      std::optional<Pattern> pattern;
      const double time = bench::seconds(1, [&] { pattern = contestants[i].algorithm(table, problem, run); });
      bench::require(pattern.has_value(), "the algorithm does not take this table");
      std::size_t secondary = 0;
      for (std::size_t cell = 0; cell < problem.cells(); ++cell) {
        bench::require((*pattern)[cell] ? problem.choice[cell] != Choice::published
                                        : problem.choice[cell] != Choice::hidden,
                       "a choice was not kept");
        secondary += (*pattern)[cell] && problem.choice[cell] == Choice::open ? 1 : 0;
      }
      const double cost = problem.cost_of(*pattern);
      if (i == 0) first_cost = cost;
      std::printf("%-26s %6zu cells, %5zu sensitive: %-9s %7.2f s, %6zu secondary, cost %.2f of %s", what,
                  table.cells.size(), problem.demands.size(), contestants[i].name, time, secondary,
                  first_cost > 0 ? cost / first_cost : 1.0, contestants[0].name);
      if (table.cells.size() < 3000) std::printf(", %.1f %% safe", safe_share(table, *pattern, run));
      if (earlier_time[i] > 0) {
        std::printf(", grows as cells^%.2f", bench::growth(earlier_size[i], earlier_time[i], cells, time));
      }
      std::printf("\n");
      std::fflush(stdout);
      bench::require(time < most_seconds, "more than a minute");
      earlier_time[i] = time;
      earlier_size[i] = cells;
    }
  }
}

// On two threads, the result safe.
void protect(const char* what, const char* algorithm, const std::vector<std::vector<Dimension>>& sizes) {
  const Run run({.seed = 1, .threads = 2});
  double earlier_time = 0, earlier_size = 0;
  for (const std::vector<Dimension>& dimensions : sizes) {
    const CellTable table = made_up(dimensions, false);
    const auto cells = static_cast<double>(table.cells.size());
    Suppression result;
    const double time = bench::seconds(1, [&] {
      result =
          suppress(table, {.algorithm = algorithm, .limit = optimize::Effort::seconds(most_seconds)}, run);
    });
    bench::require(result.audit.safe && result.out_of_reach.empty(), "the pattern is safe");
    bench::require(time < most_seconds, "less than a minute");
    std::printf("%-18s %6zu cells, %5zu sensitive: safe by %-9s in %6.2f s, %6zu secondary, cost %.0f", what,
                table.cells.size(), result.primary, algorithm, time, result.secondary, result.cost);
    if (earlier_time > 0) {
      std::printf(", grows as cells^%.2f", bench::growth(earlier_size, earlier_time, cells, time));
    }
    std::printf("\n");
    std::fflush(stdout);
    earlier_time = time;
    earlier_size = cells;
  }
}

// Above 30,000 cells, up to which redundant suppressions are removed.
void protect_all() {
  using testing::flat_dimension;
  std::vector<std::vector<Dimension>> flat_two, tree_two, trees_two, trees_three;
  for (const std::size_t size : {190U, 245U, 315U}) {
    flat_two.push_back({flat_dimension("a", size), flat_dimension("b", size)});
    tree_two.push_back({grouped_dimension("a", 10, size / 10), flat_dimension("b", size)});
    trees_two.push_back({grouped_dimension("a", 10, size / 10), grouped_dimension("b", 10, size / 10)});
  }
  for (const auto& [size, layers] : {std::pair(6U, 16U), std::pair(7U, 16U), std::pair(9U, 13U)}) {
    trees_three.push_back({grouped_dimension("a", size, size), grouped_dimension("b", size, size),
                           flat_dimension("c", layers)});
  }
  protect("2, flat", "network", flat_two);
  protect("2, one tree", "network", tree_two);
  protect("2, flat", "hypercube", flat_two);
  protect("2, two trees", "hypercube", trees_two);
  protect("3, two trees", "hypercube", trees_three);
  protect("2, flat", "modular", flat_two);
  protect("2, two trees", "modular", trees_two);
  protect("3, two trees", "modular", trees_three);
}

}  // namespace

int main() {
  protect_all();
  using testing::flat_dimension;
  const Contestant cube{"hypercube", hypercube_suppression}, paths{"network", network_suppression},
      gauss{"gauss", gauss_suppression}, program{"programs", incremental, 1100};
  std::vector<std::vector<Dimension>> flat_two, tree_two, flat_three, tree_three;
  for (const std::size_t size : {31U, 99U, 315U}) {
    flat_two.push_back({flat_dimension("a", size), flat_dimension("b", size)});
  }
  for (const std::size_t size : {5U, 9U, 17U}) {
    tree_two.push_back({grouped_dimension("a", size, size), flat_dimension("b", size * size + size)});
  }
  for (const std::size_t size : {9U, 20U, 45U}) {
    flat_three.push_back({flat_dimension("a", size), flat_dimension("b", size), flat_dimension("c", size)});
  }
  for (const std::size_t size : {3U, 4U, 6U}) {
    tree_three.push_back({grouped_dimension("a", size, size), grouped_dimension("b", size, size + 1),
                          flat_dimension("c", size * size + 10)});
  }
  race("magnitudes, 2", flat_two, false, {paths, cube, program});
  race("magnitudes, 2, tree", tree_two, false, {paths, cube, program});
  race("magnitudes, 3", flat_three, false, {cube, program});
  race("magnitudes, 3, trees", tree_three, false, {cube, program});
  race("counts, 2", flat_two, true, {paths, gauss, cube, program});
  race("counts, 2, tree", tree_two, true, {paths, gauss, cube, program});
  race("counts, 3", flat_three, true, {cube, gauss, program});
  race("counts, 3, trees", tree_three, true, {cube, gauss, program});
}
