// The microaggregation family on ten columns: individual ranking against one sort per column and its
// optimum for a small and a large k, the others against MDAV in the same run. An argument replaces
// the largest size, 1,000,000.
#include <numeric>

#include "core/method.hpp"
#include "masking/registry.hpp"
#include "ratio.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/groups/insensitive_groups.hpp"
#include "stats/groups/mdav_groups.hpp"
#include "stats/groups/optimal_partition.hpp"
#include "stats/groups/variable_mdav_groups.hpp"
#include "stats/linear/principal_component.hpp"
#include "stats/ranks/ranks.hpp"

namespace {

using namespace sfumato;

void require_partition(const stats::Grouping& grouping, std::size_t rows, std::size_t k) {
  std::vector<std::uint8_t> seen(rows, 0);
  std::size_t members = 0;
  for (const auto& group : grouping.groups) {
    bench::require(group.size() >= k, "a group of fewer than k");
    members += group.size();
    for (const std::uint32_t row : group) seen[row] = 1;
  }
  bench::require(members == rows && std::accumulate(seen.begin(), seen.end(), std::size_t{0}) == rows,
                 "records in no group or in two");
}

// Every value of a column stands k times, and the mean of the column is kept.
void require_ranking(const Table& original, const Table& masked, std::int64_t k) {
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    Numbers values = masked.column(id).to_numbers();
    const double before = stats::moments(original.column(id).to_numbers()).mean;
    bench::require(std::fabs(stats::moments(values).mean - before) < 1e-9, "a mean has moved");
    std::sort(values.begin(), values.end());
    for (std::size_t begin = 0, end = 0; begin < values.size(); begin = end) {
      while (end < values.size() && values[end] == values[begin]) ++end;
      bench::require(end - begin >= static_cast<std::size_t>(k), "a value that stands fewer than k times");
    }
  }
}

double ranking_seconds(const Table& table, const ColumnSet& columns, std::int64_t k, bool optimal,
                       int repeats) {
  const Method& method = masking::method("individual-ranking");
  const Run run({.seed = 1, .threads = 1});
  Masked masked;
  const double time = bench::seconds(repeats, [&] {
    masked = method.apply(table, columns, {{"k", k}, {"optimal", optimal}}, run);
  });
  require_ranking(table, masked.tables[0], k);
  return time;
}

void compare_ranking(std::size_t largest) {
  std::printf("\nindividual-ranking, one thread; seconds, and times one sort per column\n");
  std::printf("%10s %10s %10s | %10s %8s %8s | %10s %10s %10s\n", "records", "order s", "std::sort", "k=3 s",
              "/order", "/sort", "optimal 3", "optimal 300", "300/3");
  std::vector<double> sizes, times;
  for (const std::size_t n : {std::size_t{10000}, std::size_t{100000}, largest}) {
    const stats::Matrix points = bench::records(n, bench::Shape::skewed);
    const Table table = bench::table_of(points);
    ColumnSet columns(points.columns());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    const int repeats = n <= 100000 ? 5 : 3;
    const double order = bench::seconds(repeats, [&] {
      for (std::size_t j = 0; j < points.columns(); ++j)
        bench::require(stats::ascending_order(points.column(j)).size() == n, "an order of other length");
    });
    const double sort = bench::seconds(repeats, [&] {
      for (std::size_t j = 0; j < points.columns(); ++j) {
        Numbers values(points.column(j).begin(), points.column(j).end());
        std::sort(values.begin(), values.end());
        bench::require(values.front() <= values.back(), "unsorted");
      }
    });
    const double fixed = ranking_seconds(table, columns, 3, false, repeats);
    const double small = ranking_seconds(table, columns, 3, true, repeats);
    const double large = ranking_seconds(table, columns, 300, true, repeats);
    std::printf("%10zu %10.3f %10.3f | %10.3f %8.2f %8.2f | %10.3f %10.3f %10.2f\n", n, order, sort, fixed,
                fixed / order, fixed / sort, small, large, large / small);
    std::fflush(stdout);
    sizes.push_back(static_cast<double>(n));
    times.push_back(large);
  }
  std::printf("the optimum's time for k = 300 grows as n^%.2f, n^%.2f\n",
              bench::growth(sizes[0], times[0], sizes[1], times[1]),
              bench::growth(sizes[1], times[1], sizes[2], times[2]));
}

void compare_grouping(bench::Shape shape, std::size_t k, std::size_t largest) {
  std::printf("\n%s, k = %zu; seconds, and times MDAV's\n", to_text(shape), k);
  std::printf("%10s %10s %14s %8s %12s %8s %12s %8s\n", "records", "mdav", "variable-mdav", "ratio",
              "insensitive", "ratio", "projection", "ratio");
  const Run run({.seed = 1});
  for (const std::size_t n : {std::size_t{10000}, std::size_t{100000}, largest}) {
    const stats::Matrix points = stats::standardized(bench::records(n, shape));
    const int repeats = n <= 10000 ? 3 : 1;
    double mdav = std::nan(""), variable = std::nan("");
    stats::Grouping grouping;
    if (n <= 100000) {
      mdav = bench::seconds(
          repeats, [&] { grouping = stats::mdav_groups(points, k, stats::GroupSeeds::farthest, run); });
      require_partition(grouping, n, k);
      variable =
          bench::seconds(repeats, [&] { grouping = stats::variable_mdav_groups(points, k, 0.2, run); });
      require_partition(grouping, n, k);
    }
    const double insensitive =
        bench::seconds(repeats, [&] { grouping = stats::insensitive_groups(points, k, run); });
    require_partition(grouping, n, k);
    const double projection = bench::seconds(repeats, [&] {
      const std::vector<std::uint32_t> order =
          stats::ascending_order(stats::projected(points, stats::first_component(points)));
      grouping = stats::groups_of_order(order, stats::consecutive_starts(n, k));
    });
    require_partition(grouping, n, k);
    std::printf("%10zu %10.3f %14.3f %8.2f %12.3f %8.3f %12.3f %8.3f\n", n, mdav, variable, variable / mdav,
                insensitive, insensitive / mdav, projection, projection / mdav);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t largest = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000000;
  compare_ranking(largest);
  for (const bench::Shape shape : {bench::Shape::correlated, bench::Shape::skewed}) {
    for (const std::size_t k : {std::size_t{3}, std::size_t{10}}) compare_grouping(shape, k, largest);
  }
}
