// Synthesis by sequential trees: how the time grows with the number of records, for ten columns of numbers
// and categories with missing values.
#include "masking/registry.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;

// Numbers and categories in turn, each depending on the one before.
Table records(std::size_t rows, std::size_t width) {
  Rng rng({41, 7});
  std::vector<ColumnInfo> infos(width);
  std::vector<Column> columns;
  std::vector<double> trait(rows);
  for (double& value : trait) value = rng.normal();
  for (std::size_t j = 0; j < width; ++j) {
    infos[j].name = "V" + std::to_string(j);
    infos[j].kind = j % 2 == 0 ? Kind::numeric : Kind::nominal;
    Numbers numbers;
    Codes codes;
    for (int c = 0; c < 12; ++c) codes.labels.push_back("c" + std::to_string(c));
    for (double& value : trait) {
      value = 0.8 * value + 0.6 * rng.normal();
      const bool missing = rng.chance(0.02);
      numbers.push_back(missing ? std::nan("") : std::floor(10000.0 * std::exp(value)));
      const double share = 1.0 / (1.0 + std::exp(-1.7 * value));
      codes.codes.push_back(missing ? Codes::missing : static_cast<std::int32_t>(11.999 * share));
    }
    infos[j].kind == Kind::numeric ? columns.emplace_back(std::move(numbers))
                                   : columns.emplace_back(std::move(codes));
  }
  return {infos, columns};
}

// Correlation of two columns of numbers, over records that have both.
double correlated(const Table& table, ColumnId a, ColumnId b) {
  const Numbers x = table.column(a).to_numbers(), y = table.column(b).to_numbers();
  double n = 0, sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0.0) || !(y[i] > 0.0)) continue;
    const double u = std::log(x[i]), v = std::log(y[i]);
    n += 1.0, sx += u, sy += v, sxx += u * u, syy += v * v, sxy += u * v;
  }
  return (n * sxy - sx * sy) / std::sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
}

double drawn(std::size_t rows) {
  const Table original = records(rows, 10);
  const Run run({.seed = 1, .threads = 1});
  ColumnSet columns;
  for (ColumnId id = 0; id < 10; ++id) columns.push_back(id);
  Masked masked;
  const double time = bench::processor_seconds(
      [&] { masked = masking::method("sequential-trees").apply(original, columns, {}, run); });
  bench::require(std::fabs(correlated(original, 0, 2) - correlated(masked.tables[0], 0, 2)) < 0.03,
                 "a relation of two numbers is lost");
  const auto share = [&](const Table& table) {
    return static_cast<double>(table.column(3).missing_count()) / static_cast<double>(rows);
  };
  bench::require(std::fabs(share(original) - share(masked.tables[0])) < 0.01, "another share is missing");
  std::printf("%9zu x 10 %10.2f s\n", rows, time);
  std::fflush(stdout);
  return time;
}

}  // namespace

int main() {
  std::printf("sequential trees, leaf 5, one thread: processor time\n");
  const double small = drawn(10000), middle = drawn(30000), large = drawn(100000);
  // n log n with a longer way through memory; quadratic growth would give 9 and 11.
  bench::require(middle < 6.0 * small, "three times the records take more than six times as long");
  bench::require(large < 7.0 * middle, "3.3 times the records take more than seven times as long");
  return 0;
}
