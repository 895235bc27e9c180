// The confidentiality and utility measures of the permutation model on twenty columns, against ranking
// the columns of both files, without which there is nothing to compare.
#include "compare/measures.hpp"
#include "ratio.hpp"
#include "stats/ranks.hpp"

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

Table with_noise(const Table& original) {
  Table masked = original;
  for (ColumnId id = 0; id < columns; ++id) {
    Rng rng({id, 99});
    for (double& value : masked.edit_numbers(id)) value *= 1.0 + 0.5 * rng.normal();
  }
  return masked;
}

void time_measures(std::size_t n) {
  const Table original = records(n, 1), masked = with_noise(original);
  ColumnSet all(columns);
  for (ColumnId id = 0; id < columns; ++id) all[id] = id;
  const Run run({.seed = 1});
  std::vector<double> first(2 * columns);  // keeping all ranks would time the memory
  const double ranking = bench::seconds(3, [&] {
    run.parallel(2 * columns, [&](std::size_t j) {
      const Table& side = j < columns ? original : masked;
      first[j] = stats::average_ranks(*side.column(j % columns).get_if<Numbers>()).front();
    });
  });
  std::printf("%10zu %10.3f", n, ranking);
  double largest = 0.0;
  for (const char* name : {"cm1", "cm2", "um"}) {
    Score score;
    const double time =
        bench::seconds(2, [&] { score = compare::measure(name).score(original, masked, all, {}, run); });
    bench::require(score.value && *score.value >= 0.0 && *score.value <= 1.0, name);
    if (std::string(name) == "cm1") largest = *score.value;
    if (std::string(name) == "cm2") bench::require(*score.value <= largest, "cm2 lies above cm1");
    std::printf(" %10.3f (%.2f)", time, time / ranking);
  }
  const Score unchanged = compare::measure("um").score(original, original, all, {}, run);
  bench::require(unchanged.value && *unchanged.value > 1.0 - 1e-12, "um of unchanged data is not 1");
  std::printf("\n");
}

}  // namespace

int main() {
  std::printf("twenty columns; in brackets the ratio to ranking both files\n%10s %10s %17s %17s %17s\n",
              "records", "ranks s", "cm1 s", "cm2 s", "um s");
  for (const std::size_t n : {10000UL, 100000UL, 1000000UL}) time_measures(n);
}
