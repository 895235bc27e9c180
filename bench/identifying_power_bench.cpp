// Uniques of all sets of up to three of ten keys at three sizes, against counting the classes of every set.
#include "ratio.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unique_counts.hpp"

namespace {

using namespace sfumato;

stats::KeyTable keys_of(std::size_t rows) {
  Rng rng({2, 9});
  stats::KeyTable keys{rows, std::vector<stats::KeyColumn>(10)};
  for (std::size_t j = 0; j < 10; ++j) {
    stats::KeyColumn& column = keys.columns[j];
    column.distinct = static_cast<std::int32_t>(j < 9 ? 4 * (j + 1) : 5000);
    column.codes.resize(rows);
    for (std::int32_t& code : column.codes) {
      const double u = rng.uniform();
      code = static_cast<std::int32_t>(column.distinct * u * u);
    }
  }
  return keys;
}

double count(std::size_t rows) {
  const stats::KeyTable keys = keys_of(rows);
  const Run run;
  const std::vector<stats::ColumnPositions> sets = stats::column_sets(10, 3);
  std::vector<std::uint32_t> uniques, expected;
  const double time = bench::seconds(3, [&] { uniques = stats::unique_counts(keys, sets, run); });
  const double plain = bench::seconds(1, [&] {
    expected.clear();
    for (const stats::ColumnPositions& set : sets) {
      const stats::KeyClasses classes = stats::equal_classes(keys, set, run);
      expected.push_back(
          static_cast<std::uint32_t>(std::count(classes.sizes.begin(), classes.sizes.end(), 1U)));
    }
  });
  bench::require(uniques == expected, "uniques are not those of the classes");
  std::printf("%9zu rows, %zu sets: %7.3f s, %.2f of counting the classes of each set\n", rows, sets.size(),
              time, time / plain);
  return time;
}

}  // namespace

int main() {
  const double small = count(10'000), middle = count(100'000), large = count(1'000'000);
  std::printf("growth: %.2f, %.2f\n", bench::growth(1e4, small, 1e5, middle),
              bench::growth(1e5, middle, 1e6, large));
}
