// Ranks and rank swapping of ten columns against one std::sort per column, and the draws of rank swapping in
// calls that follow each other, whose time must be in proportion to the ranks.
#include "masking/registry.hpp"
#include "ratio.hpp"
#include "stats/ranks/rank_trades.hpp"
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

// Nanoseconds of processor time for a rank: in one sweep, and in calls of half as many ranks as are within
// reach, each of which reads and leaves the state.
void compare_draws(std::size_t n, double window, bool risk) {
  const Rng stream = Run({.seed = 1}).rng("draws");
  const std::uint64_t reach = stats::reach_of(n, window), far = risk ? 4 * reach : reach;
  const auto at_risk = [](std::uint64_t rank) { return rank % 10 == 0; };
  const auto made = [&] {
    return risk ? stats::RankTrades(n, reach, far, at_risk, stream) : stats::RankTrades(n, reach, stream);
  };
  std::vector<std::uint64_t> whole(n), parts(n);
  const double sweep = bench::processor_seconds([&] { made().next(whole); });
  const double calls = bench::processor_seconds([&] {
    std::vector<std::int64_t> state;
    const std::size_t size = std::max<std::size_t>(1 << 18, far / 2);
    for (std::size_t begin = 0; begin < n; begin += size) {
      stats::RankTrades trades = made();
      if (begin > 0) trades.resume(state);
      trades.next(std::span(parts).subspan(begin, std::min(size, n - begin)));
      state = trades.state();
    }
  });
  bench::require(whole == parts, "partners depend on the calls");
  const double unit = 1e9 / static_cast<double>(n);
  std::printf("%10zu %8.1f %6s %14.1f %14.1f\n", n, window, risk ? "10 %" : "none", sweep * unit,
              calls * unit);
}

}  // namespace

// With the number of ranks of the largest draw.
int main(int count, char** words) {
  const std::size_t largest = count > 1 ? std::stoul(words[1]) : 10000000;
  std::printf("draws of rank swapping, processor time\n%10s %8s %6s %14s %14s\n", "ranks", "window %", "risk",
              "one sweep, ns", "in calls, ns");
  for (const std::size_t n : {1000000UL, 10000000UL, 50000000UL}) {
    if (n > largest) break;
    for (const double window : {1.0, 5.0, 20.0}) compare_draws(n, window, false);
    compare_draws(n, 5.0, true);
  }
  std::printf("ten columns; in brackets the ratio to one sort per column\n%10s %10s %10s %17s\n", "records",
              "sort s", "ranks s", "rank-swapping s");
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) compare(n);
}
