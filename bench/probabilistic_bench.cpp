// Probabilistic linkage of seven columns: all pairs counted by their patterns of agreement, against a
// plain loop over a part of them in the same run; and one-to-one assignments on the weights.
#include <numeric>

#include "ratio.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linkage/agreement_patterns.hpp"
#include "stats/linkage/pair_weights.hpp"
#include "stats/models/latent_classes.hpp"
#include "stats/transport/assignment.hpp"

namespace {

using namespace sfumato;

constexpr std::size_t columns = 7;

struct Files {
  stats::Matrix original, masked;
};

Files files(std::size_t n, double noise) {
  const stats::Matrix data = stats::standardized(bench::records(n, bench::Shape::skewed));
  Files result{stats::Matrix(n, columns), stats::Matrix(n, columns)};
  Rng rng({3, 3});
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      result.original(i, j) = data(i, j);
      result.masked(i, j) = data(i, j) + noise * rng.normal();
    }
  }
  return result;
}

// Seconds per pair of a plain loop, and whether it counts the same for these rows.
double plain_loop(const Files& data, const stats::AgreementPatterns& patterns, const Run& run) {
  const std::size_t n = data.original.rows(), step = std::max<std::size_t>(1, n / 200);
  std::vector<std::vector<std::uint32_t>> counts(n);
  std::size_t rows = 0;
  const double time = bench::seconds(1, [&] {
    for (std::size_t i = 0; i < n; i += step, ++rows) {
      counts[i].resize(std::size_t{1} << columns);
      for (std::size_t k = 0; k < n; ++k) {
        std::uint32_t pattern = 0;
        for (std::size_t j = 0; j < columns; ++j) {
          if (std::fabs(data.original(i, j) - data.masked(k, j)) <= 0.1) pattern |= 1U << j;
        }
        ++counts[i][pattern];
      }
    }
  });
  patterns.for_each_row(
      [&](std::size_t i, std::span<const stats::PatternCount> found) {
        if (counts[i].empty()) return;
        std::uint64_t sum = 0;
        for (const auto& [pattern, count] : found) {
          bench::require(counts[i][pattern] == count, "a count of a pattern differs from the plain loop");
          sum += count;
        }
        bench::require(sum == n, "the patterns of a record are not as many as its pairs");
      },
      run);
  return time / (static_cast<double>(rows) * static_cast<double>(n));
}

void count_patterns() {
  std::printf("%-34s %8s %12s %10s %8s %8s\n", "", "records", "plain s", "sfumato s", "ratio", "growth");
  const Run run({.seed = 1, .threads = 1});
  double smaller = 0.0, time_before = 0.0;
  for (const std::size_t n : {std::size_t{10000}, std::size_t{30000}, std::size_t{100000}}) {
    const Files data = files(n, 0.1);
    const auto size = static_cast<double>(n);
    std::vector<std::uint64_t> counts;
    const double time = bench::seconds(n > 50000 ? 1 : 3, [&] {
      counts = stats::AgreementPatterns(data.original, data.masked, std::vector<double>(columns, 0.1), run)
                   .counts(run);
    });
    bench::require(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == std::uint64_t{n} * n,
                   "the patterns are not as many as the pairs");
    const stats::AgreementPatterns patterns(data.original, data.masked, std::vector<double>(columns, 0.1),
                                            run);
    const double plain = plain_loop(data, patterns, run) * size * size;
    std::printf("%-34s %8zu %12.2f %10.3f %8.1f", "patterns, one thread", n, plain, time, plain / time);
    if (smaller > 0.0) std::printf(" %8.2f", bench::growth(smaller, time_before, size, time));
    std::printf("\n");
    std::fflush(stdout);
    smaller = size, time_before = time;
  }
}

double total(const stats::CodedWeights& weights, const std::vector<std::uint32_t>& columns_of) {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.rows; ++i) sum += weights.weight(i, columns_of[i]);
  return sum;
}

// The weights of all pairs, the masked records in random order; and the same transposed.
stats::CodedWeights weights(std::size_t n, double noise, bool turned, const Run& run) {
  const Files data = files(n, noise);
  const stats::AgreementPatterns patterns(data.original, data.masked, std::vector<double>(columns, 0.1), run);
  stats::CodedWeights result{n, n, std::vector<std::uint16_t>(n * n), {}};
  result.levels = stats::pair_weights(stats::fitted_classes(patterns.counts(run),
                                                            {.prevalence = 1.0 / static_cast<double>(n),
                                                             .match = std::vector<double>(columns, 0.9),
                                                             .other = std::vector<double>(columns, 0.1)},
                                                            run));
  std::vector<std::uint32_t> order(n), row(n);
  std::iota(order.begin(), order.end(), 0U);
  Rng({5, 5}).shuffle(std::span(order));
  for (std::size_t i = 0; i < n; ++i) {
    patterns.row(i, row);
    for (std::size_t k = 0; k < n; ++k) {
      result.codes[turned ? k * n + i : i * n + k] = static_cast<std::uint16_t>(row[order[k]]);
    }
  }
  return result;
}

void assign() {
  std::printf("\n%-34s %8s %10s %8s\n", "", "records", "seconds", "growth");
  const Run run({.seed = 1, .threads = 1});
  for (const double noise : {0.03, 0.1, 0.5}) {
    double smaller = 0.0, time_before = 0.0;
    for (const std::size_t n : {std::size_t{1000}, std::size_t{2500}, std::size_t{5000}}) {
      const stats::CodedWeights given = weights(n, noise, false, run);
      std::vector<std::uint32_t> found;
      const double time = bench::seconds(1, [&] { found = stats::assignment(given, run); });
      if (n == 1000) {
        const stats::CodedWeights turned = weights(n, noise, true, run);
        bench::require(std::fabs(total(given, found) - total(turned, stats::assignment(turned, run))) < 1e-6,
                       "an assignment has another total turned round");
      }
      const auto size = static_cast<double>(n);
      char what[64];
      std::snprintf(what, sizeof what, "assignment, noise %.2f", noise);
      std::printf("%-34s %8zu %10.3f", what, n, time);
      if (smaller > 0.0) std::printf(" %8.2f", bench::growth(smaller, time_before, size, time));
      std::printf("\n");
      std::fflush(stdout);
      smaller = size, time_before = time;
    }
  }
}

}  // namespace

int main() {
  count_patterns();
  assign();
}
