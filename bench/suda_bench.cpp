// Special uniques of six keys at three sizes against one count of their classes. Published software takes 6.4
// seconds for a million records.
#include "compare/measures.hpp"
#include "ratio.hpp"
#include "sparse_keys.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/minimal_uniques.hpp"

namespace {

using namespace sfumato;

double suda(std::size_t rows) {
  const Table table = bench::sparse_keys(rows);
  const ColumnSet columns{0, 1, 2, 3, 4, 5};
  const Run run({.seed = 1});
  stats::KeyTable keys;
  const double coding = bench::seconds(1, [&] { keys = stats::key_table(table, columns, run); });
  std::vector<stats::MinimalUnique> uniques;
  const double count = bench::seconds(3, [&] { stats::equal_classes(keys, run); });
  const double search = bench::seconds(3, [&] { uniques = stats::minimal_uniques(keys, 6, run); });
  Score score;
  const double time =
      bench::seconds(3, [&] { score = compare::measure("suda").score(table, table, columns, {}, run); });
  std::size_t records = 0;
  for (std::size_t i = 0; i < uniques.size(); ++i) {
    records += i == 0 || uniques[i].row != uniques[i - 1].row ? 1 : 0;
  }
  bench::require(score.details.at("special_uniques") == Value(records), "records with a minimal unique");
  std::printf(
      "%9zu rows: %7.3f s, %5.1f counts of classes (%.3f s); search %.3f s, codes %.3f s; %zu records, %zu "
      "sets\n",
      rows, time, time / count, count, search, coding, records, uniques.size());
  return time;
}

}  // namespace

int main() {
  const double small = suda(10'000), middle = suda(100'000), large = suda(1'000'000);
  std::printf("growth: %.2f, %.2f; %.1f times less than 6.4 s\n", bench::growth(1e4, small, 1e5, middle),
              bench::growth(1e5, middle, 1e6, large), 6.4 / large);
}
