// Ranks and rank swapping of ten columns against one std::sort per column.
#include "masking/registry.hpp"
#include "ratio.hpp"
#include "stats/ranks/ranks.hpp"

namespace {

using namespace sfumato;

void compare(std::size_t n) {
  const stats::Matrix data = bench::records(n, bench::Shape::skewed);
  const Run run({.seed = 1});
  std::vector<std::vector<double>> sorted(10);
  const double sorting = bench::seconds(3, [&] {
    run.parallel(10, [&](std::size_t j) {
      sorted[j].assign(data.column(j).begin(), data.column(j).end());
      std::sort(sorted[j].begin(), sorted[j].end());
    });
  });
  std::vector<std::vector<double>> ranks(10);
  const double ranking = bench::seconds(
      3, [&] { run.parallel(10, [&](std::size_t j) { ranks[j] = stats::average_ranks(data.column(j)); }); });
  for (std::size_t j = 0; j < 10; ++j) {
    for (std::size_t i = 0; i < n; i += 1 + n / 1000) {
      const auto below = std::lower_bound(sorted[j].begin(), sorted[j].end(), data(i, j)) - sorted[j].begin();
      bench::require(ranks[j][i] == static_cast<double>(below + 1),
                     "a rank differs from its place in the sort");
    }
  }
  const Table table = bench::table_of(data);
  const ColumnSet ids = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  Table masked;
  const double swapping = bench::seconds(3, [&] {
    masked = masking::method("rank-swapping").apply(table, ids, {{"window", 5}}, run).tables[0];
  });
  Numbers values = masked.column(0).to_numbers();
  std::sort(values.begin(), values.end());
  bench::require(values == sorted[0], "rank swapping lost a value");
  std::printf("%10zu %10.4f %10.4f (%.2f) %10.4f (%.2f)\n", n, sorting, ranking, ranking / sorting, swapping,
              swapping / sorting);
}

}  // namespace

int main() {
  std::printf("ten columns; in brackets the ratio to one sort per column\n%10s %10s %10s %17s\n", "records",
              "sort s", "ranks s", "rank-swapping s");
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) compare(n);
}
