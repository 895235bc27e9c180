// Distribution-based utility: the exact earth mover's distance with its peak memory, against a plain
// assignment over all pairs; and through clusters, with the propensity score, up to 10⁶ records.
#include <sys/resource.h>

#include <numeric>

#include "../tests/support/plain_assignment.hpp"
#include "compare/measures.hpp"
#include "core/measure.hpp"
#include "ratio.hpp"
#include "stats/neighbours/nearest_rows.hpp"
#include "stats/transport/transport.hpp"

namespace {

using namespace sfumato;

double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

stats::Matrix noisy(const stats::Matrix& original, double amount) {
  stats::Matrix result = original;
  Rng rng({3, 3});
  for (std::size_t j = 0; j < result.columns(); ++j) {
    for (double& value : result.column(j)) value += amount * rng.normal();
  }
  return result;
}

stats::PointMasses evenly(stats::Matrix points) {
  std::vector<std::int64_t> mass(points.rows(), 1);
  return {std::move(points), std::move(mass)};
}

// The identity is a plan, so its length bounds the distance from above; the distance of every record to
// its nearest bounds it from below.
void require_between_bounds(const stats::Matrix& from, const stats::Matrix& to, double distance,
                            const Run& run) {
  double above = 0.0, below = 0.0;
  const std::vector<stats::Nearest> nearest = stats::nearest_rows(from, to, true, false, run);
  for (std::size_t i = 0; i < from.rows(); ++i) {
    above += std::sqrt(stats::squared_distance(from, i, to, i));
    below += std::sqrt(nearest[i].squared);
  }
  const auto count = static_cast<double>(from.rows());
  bench::require(distance <= above / count * (1.0 + 1e-9) && distance >= below / count * (1.0 - 1e-9),
                 "a distance is outside its bounds");
}

double plain_seconds(const stats::Matrix& from, const stats::Matrix& to, double distance) {
  double sum = 0.0;
  const double time = bench::seconds(1, [&] {
    sum = testing::plain_assignment(from.rows(), [&](std::size_t i, std::size_t j) {
      return std::sqrt(stats::squared_distance(from, i, to, j));
    });
  });
  sum /= static_cast<double>(from.rows());
  bench::require(std::fabs(sum - distance) <= 1e-9 * sum, "a distance differs from a plain assignment");
  return time;
}

void exact(bench::Shape shape, double amount) {
  const Run run({.seed = 1});
  double last_time = 0.0, last_size = 0.0;
  for (const std::size_t n : {std::size_t{1000}, std::size_t{2000}, std::size_t{4092}}) {
    const stats::Matrix from = bench::records(n, shape), to = noisy(from, amount);
    stats::Transport found;
    const double time = bench::seconds(1, [&] { found = stats::transport(evenly(from), evenly(to), run); });
    require_between_bounds(from, to, found.distance, run);
    const auto size = static_cast<double>(n);
    std::printf("exact, %-20s noise %3.1f %8zu %9.2f s %7zu rounds %6.1f %% of pairs %7.0f MiB peak",
                to_text(shape), amount, n, time, found.rounds,
                100.0 * static_cast<double>(found.arcs) / (size * size), peak_mebibytes());
    if (last_time > 0.0) std::printf("  n^%.2f", bench::growth(last_size, last_time, size, time));
    if (n <= 1000)
      std::printf("  %.1f times a plain assignment's speed", plain_seconds(from, to, found.distance) / time);
    std::printf("\n");
    std::fflush(stdout);
    last_time = time;
    last_size = size;
  }
}

Table table_of(const stats::Matrix& data) {
  std::vector<ColumnInfo> schema(data.columns());
  std::vector<Column> columns;
  for (std::size_t j = 0; j < data.columns(); ++j) {
    schema[j].name = "c" + std::to_string(j);
    columns.emplace_back(Numbers(data.column(j).begin(), data.column(j).end()));
  }
  return {schema, columns};
}

// With the processor time and its growth up to a million records of ten columns.
void measured(const char* name, const ParamValues& params, const char* what) {
  double last_time = 0.0, last_size = 0.0;
  for (const std::size_t n : {std::size_t{10000}, std::size_t{100000}, std::size_t{1000000}}) {
    const stats::Matrix data = bench::records(n, bench::Shape::skewed);
    const Table original = table_of(data), masked = table_of(noisy(data, 0.5));
    ColumnSet columns(data.columns());
    std::iota(columns.begin(), columns.end(), ColumnId{0});
    Score score;
    const double time = bench::processor_seconds(
        [&] { score = compare::measure(name).score(original, masked, columns, params, Run({.seed = 1})); });
    bench::require(score.value.has_value() && *score.value > 0.0, "a measure has no value");
    std::printf("%-37s %11zu %9.2f s of the processor   value %.6g %12.0f MiB peak", what, n, time,
                *score.value, peak_mebibytes());
    const auto size = static_cast<double>(n);
    if (last_time > 0.0) std::printf("  n^%.2f", bench::growth(last_size, last_time, size, time));
    std::printf("\n");
    std::fflush(stdout);
    last_time = time;
    last_size = size;
  }
}

}  // namespace

int main() {
  exact(bench::Shape::normal, 0.2);
  exact(bench::Shape::skewed, 0.5);
  exact(bench::Shape::uniform, 2.0);
  measured("emd", {}, "emd, 500 clusters");
  measured("propensity", {}, "propensity, products");
  measured("propensity", {{"model", "cart"}}, "propensity, cart");
}
