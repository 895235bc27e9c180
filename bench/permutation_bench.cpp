// The confidentiality and utility measures of the permutation model on twenty columns, against ranking
// the columns of both files, which they need.
#include "compare/measures.hpp"
#include "ratio.hpp"
#include "stats/ranks/ranks.hpp"

namespace {

using namespace sfumato;

constexpr std::size_t columns = 20;

// Ten shared-factor columns twice over, from two seeds.
Table records(std::size_t rows, std::uint64_t seed) {
  std::vector<ColumnInfo> schema(columns);
  std::vector<Column> data;
  for (const std::uint64_t half : {seed, seed + 1}) {
    const stats::Matrix points = bench::records(rows, bench::Shape::skewed, half);
    for (std::size_t j = 0; j < points.columns(); ++j) {
      schema[data.size()].name = "V" + std::to_string(data.size());
      data.emplace_back(Numbers(points.column(j).begin(), points.column(j).end()));
    }
  }
  return {schema, data};
}

Table with_noise(const Table& original, double amount = 0.5) {
  Table masked = original;
  for (ColumnId id = 0; id < columns; ++id) {
    Rng rng({id, 99});
    for (double& value : masked.edit_numbers(id)) value *= 1.0 + amount * rng.normal();
  }
  return masked;
}

void time_measures(std::size_t n) {
  const Table original = records(n, 1), masked = with_noise(original);
  ColumnSet all(columns);
  for (ColumnId id = 0; id < columns; ++id) all[id] = id;
  const Run run({.seed = 1});
  std::vector<double> first(2 * columns);  // keeping all ranks would time the memory
  const auto rank = [&] {
    run.parallel(2 * columns, [&](std::size_t j) {
      const Table& side = j < columns ? original : masked;
      first[j] = stats::average_ranks(*side.column(j % columns).get_if<Numbers>()).front();
    });
  };
  constexpr const char* names[] = {"cm1", "cm2", "um"};
  double ranking = 1e300, times[] = {1e300, 1e300, 1e300}, values[3] = {};
  for (int round = 0; round < 4; ++round) {  // side by side, so that all see the same machine
    ranking = std::min(ranking, bench::seconds(1, rank));
    for (std::size_t k = 0; k < 3; ++k) {
      times[k] = std::min(
          times[k], bench::seconds(1, [&] {
            values[k] = compare::measure(names[k]).score(original, masked, all, {}, run).value.value();
          }));
    }
  }
  bench::require(0.0 <= values[1] && values[1] <= values[0] && values[0] <= 1.0, "cm2 and cm1");
  bench::require(0.0 <= values[2] && values[2] <= 1.0, "um");
  std::printf("%10zu %10.3f", n, ranking);
  for (const double time : times) std::printf(" %10.3f (%.2f)", time, time / ranking);
  const Score unchanged = compare::measure("um").score(original, original, all, {}, run);
  bench::require(unchanged.value && *unchanged.value > 1.0 - 1e-12, "um of unchanged data is not 1");
  std::printf("\n");
}

// The linkage by largest rank difference, which is the costly part of permutation-distance.
void time_linkage(std::size_t n, double amount) {
  const Table original = records(n, 1), masked = with_noise(original, amount);
  const ColumnSet five{0, 1, 2, 3, 4};
  Score score;
  const double time = bench::seconds(1, [&] {
    score = compare::measure("permutation-distance").score(original, masked, five, {}, Run({.seed = 1}));
  });
  const double linked = score.details.at("linkage_percent").as_number();
  bench::require(linked >= 0.0 && linked <= 100.0, "permutation-distance");
  std::printf("%10zu %10.2f %12.3f %12.2f %12.3f\n", n, amount, time, linked,
              score.details.at("mean_percent").as_number());
}

}  // namespace

int main() {
  std::printf("twenty columns; in brackets the ratio to ranking both files\n%10s %10s %17s %17s %17s\n",
              "records", "ranks s", "cm1 s", "cm2 s", "um s");
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) time_measures(n);
  std::printf("permutation-distance, five columns\n%10s %10s %12s %12s %12s\n", "records", "noise", "s",
              "linked %", "moved %");
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) {
    for (const double amount : {0.01, 0.1, 1.0}) time_linkage(n, amount);
  }
}
