// Nearest-neighbour linkage on ranks and on standardized values, ten columns, against brute force
// over a sample of the queries in the same run (each query's answer must be the same). Then the measures as
// they are called, exact and from a sample, up to a million records.
#include <numeric>

#include "compare/measures.hpp"
#include "core/measure.hpp"
#include "ratio.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/groups/mdav_groups.hpp"
#include "stats/neighbours/nearest_rows.hpp"
#include "stats/ranks/ranks.hpp"

namespace {

using namespace sfumato;

stats::Matrix ranks(const stats::Matrix& data) {
  stats::Matrix result(data.rows(), data.columns());
  for (std::size_t j = 0; j < data.columns(); ++j) {
    const std::vector<double> column = stats::average_ranks(data.column(j));
    std::copy(column.begin(), column.end(), result.column(j).begin());
  }
  return result;
}

// Seconds per query of a plain loop over all points, summed in column order.
double brute_force(const stats::Matrix& queries, const stats::Matrix& points,
                   const std::vector<stats::Nearest>& found) {
  const std::size_t step = std::max<std::size_t>(1, queries.rows() / 200);
  std::vector<double> rows(points.rows() * points.columns());
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (std::size_t j = 0; j < points.columns(); ++j) rows[i * points.columns() + j] = points(i, j);
  }
  std::size_t count = 0;
  const double time = bench::seconds(1, [&] {
    for (std::size_t i = 0; i < queries.rows(); i += step, ++count) {
      double best = 1e300;
      for (std::size_t p = 0; p < points.rows(); ++p) {
        double squared = 0.0;
        for (std::size_t j = 0; j < points.columns(); ++j) {
          const double difference = queries(i, j) - rows[p * points.columns() + j];
          squared += difference * difference;
        }
        best = std::min(best, squared);
      }
      bench::require(best == found[i].squared, "a nearest distance differs from brute force");
    }
  });
  return time / static_cast<double>(count);
}

void against_brute_force(const char* what, const stats::Matrix& queries, const stats::Matrix& points,
                         bool second) {
  const Run run({.seed = 1});
  std::vector<stats::Nearest> found;
  const double time =
      bench::seconds(1, [&] { found = stats::nearest_rows(queries, points, true, second, run); });
  const double plain = brute_force(queries, points, found) * static_cast<double>(queries.rows());
  std::printf("%-34s %8zu %12.2f %10.3f %8.1f\n", what, queries.rows(), plain, time, plain / time);
  std::fflush(stdout);
}

struct Measured {
  Score score;
  double time = 0.0;  // of the processor
};

Measured measured(const std::string& name, const Table& original, const Table& masked, std::int64_t sample) {
  ColumnSet columns(original.column_count());
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  Measured result;
  result.time = bench::processor_seconds([&] {
    result.score =
        compare::measure(name).score(original, masked, columns, {{"sample", sample}}, Run({.seed = 1}));
  });
  bench::require(result.score.value.has_value(), "a linkage has no value");
  return result;
}

// 20,000 records of each file, and all of them where that does not take minutes.
void measure_linkages(const std::string& name) {
  double last_time = 0.0, last_size = 0.0;
  for (const std::size_t n : {std::size_t{10000}, std::size_t{100000}, std::size_t{1000000}}) {
    const stats::Matrix data = stats::standardized(bench::records(n, bench::Shape::skewed));
    stats::Matrix noisy = data;
    Rng rng({3, 3});
    for (std::size_t j = 0; j < noisy.columns(); ++j) {
      for (double& value : noisy.column(j)) value += 0.2 * rng.normal();
    }
    const Table original = bench::table_of(data), masked = bench::table_of(noisy);
    const Measured sampled =
        measured(name, original, masked, static_cast<std::int64_t>(std::min<std::size_t>(n / 5, 20000)));
    const double value = *sampled.score.value, error = sampled.score.standard_error;
    std::printf("%-22s 20 %% or 20,000 %8zu %8.2f s of the processor, %.5g ± %.2g", name.c_str(), n,
                sampled.time, value, error);
    const auto size = static_cast<double>(n);
    if (last_time > 0.0) std::printf(", n^%.2f", bench::growth(last_size, last_time, size, sampled.time));
    if (n <= 100000) {
      const Measured exact = measured(name, original, masked, 1000000000);
      bench::require(std::fabs(value - *exact.score.value) <= 5.0 * error, "an estimate is beyond 5 errors");
      std::printf(", all %.2f s, %.5g", exact.time, *exact.score.value);
    }
    std::printf("\n");
    std::fflush(stdout);
    last_time = sampled.time;
    last_size = size;
  }
}

}  // namespace

int main() {
  measure_linkages("rank-linkage");
  measure_linkages("distance-linkage");
  std::printf("%-34s %8s %12s %10s %8s\n", "", "records", "brute s", "sfumato s", "ratio");
  for (const std::size_t n : {std::size_t{10000}, std::size_t{100000}, std::size_t{1000000}}) {
    // A million records are linked on four columns: on ten it takes many minutes.
    const bool small = n <= 100000;
    const stats::Matrix all = stats::standardized(bench::records(n, bench::Shape::skewed));
    const stats::Matrix original =
        small ? all : stats::taking_columns(all, std::vector<std::size_t>{0, 1, 2, 3});
    stats::Matrix noisy = original, grouped = original;
    Rng rng({3, 3});
    for (std::size_t j = 0; j < noisy.columns(); ++j) {
      for (double& value : noisy.column(j)) value += 0.2 * rng.normal();
    }
    // Groups of three along the first column: what MDAV makes takes too long at a million.
    const stats::Grouping grouping =
        small ? stats::mdav_groups(original, 3, stats::GroupSeeds::farthest, Run({.seed = 1}))
              : stats::groups_of_order(stats::ascending_order(original.column(0)),
                                       stats::consecutive_starts(n, 3));
    for (const auto& group : grouping.groups) {
      for (std::size_t j = 0; j < grouped.columns(); ++j) {
        double sum = 0.0;
        for (const std::uint32_t row : group) sum += original(row, j);
        for (const std::uint32_t row : group) grouped(row, j) = sum / static_cast<double>(group.size());
      }
    }
    against_brute_force(small ? "rank-linkage, mdav k=3" : "rank-linkage, sorted k=3", ranks(original),
                        ranks(grouped), false);
    against_brute_force("rank-linkage, noise 0.2", ranks(original), ranks(noisy), false);
    against_brute_force(small ? "distance-linkage, mdav k=3" : "distance-linkage, sorted k=3", grouped,
                        original, true);
    against_brute_force("distance-linkage, noise 0.2", noisy, original, true);
  }
}
