// Local suppression of sparse keys at three sizes against one count of their classes, which is needed to
// check that records are safe.
#include "masking/registry.hpp"
#include "ratio.hpp"
#include "sparse_keys.hpp"
#include "stats/classes/key_classes.hpp"

namespace {

using namespace sfumato;

double suppress(std::size_t rows, const std::string& reading) {
  const Table table = bench::sparse_keys(rows);
  const ColumnSet columns{0, 1, 2, 3, 4, 5};
  const Run run({.seed = 1});
  const double count =
      bench::seconds(3, [&] { stats::equal_classes(stats::key_table(table, columns, run), run); });
  Masked masked;
  const double time = bench::seconds(1, [&] {
    masked = masking::method("local-suppression").apply(table, columns, {{"missing-as", reading}}, run);
  });
  bench::require(masked.details.at("below_k_" + reading).as_integer() == 0, "records are left below k");
  std::printf("%-8s %9zu rows: %8.2f s, %6.0f counts of classes, %lld below k before, %lld cells\n",
              reading.c_str(), rows, time, time / count,
              static_cast<long long>(masked.details.at("below_k_wildcard_before").as_integer()),
              static_cast<long long>(masked.details.at("suppressed_cells").as_integer()));
  return time;
}

}  // namespace

int main() {
  for (const std::string reading : {"wildcard", "category"}) {
    const double small = suppress(5'000, reading), middle = suppress(100'000, reading),
                 large = suppress(1'000'000, reading);
    std::printf("growth: %.2f, %.2f\n", bench::growth(5e3, small, 1e5, middle),
                bench::growth(1e5, middle, 1e6, large));
    bench::require(small < 1.0, "5,000 records take a second");
    bench::require(large < 60.0, "a million records take a minute");
  }
}
