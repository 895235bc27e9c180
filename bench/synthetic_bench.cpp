// Nearest records over mixed columns, as the measures of synthetic files ask for them: against comparing
// every pair at a small size, and how the time grows with the number of records.
#include "ratio.hpp"
#include "stats/neighbours/gower_nearest.hpp"

namespace {

using namespace sfumato;

// Made-up people: half of the columns categories of 2 to 40 values, half whole numbers, all driven by two
// hidden traits, so that records cluster as those of a survey do; 2 % of the cells are missing.
Table people(std::size_t rows, std::size_t width, std::uint64_t seed) {
  Rng rng({seed, 31});
  std::vector<ColumnInfo> infos(width);
  std::vector<Codes> codes(width);
  std::vector<Numbers> numbers(width);
  for (std::size_t j = 0; j < width; ++j) {
    infos[j].name = "V" + std::to_string(j);
    infos[j].kind = j % 2 == 0 ? Kind::nominal : Kind::numeric;
    for (std::size_t c = 0; c < 2 + 19 * (j % 5) / 2; ++c) codes[j].labels.push_back("v" + std::to_string(c));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const double first = rng.normal(), second = rng.normal();
    for (std::size_t j = 0; j < width; ++j) {
      const double trait = (j % 3 == 0 ? first : second) + 0.4 * rng.normal();
      const bool missing = rng.chance(0.02);
      if (infos[j].kind == Kind::numeric) {
        const double value = j % 4 == 1 ? std::floor(45.0 + 12.0 * trait)
                                        : std::max(0.0, std::floor(1000.0 * (std::exp(0.7 * trait) - 0.6)));
        numbers[j].push_back(missing ? std::nan("") : value);
      } else {
        const auto count = static_cast<double>(codes[j].labels.size());
        const double share = 1.0 / (1.0 + std::exp(-1.7 * trait));
        codes[j].codes.push_back(missing ? Codes::missing : static_cast<std::int32_t>(share * share * count));
      }
    }
  }
  std::vector<Column> columns;
  for (std::size_t j = 0; j < width; ++j) {
    if (infos[j].kind == Kind::numeric) {
      columns.emplace_back(std::move(numbers[j]));
    } else {
      columns.emplace_back(std::move(codes[j]));
    }
  }
  return {infos, columns};
}

double searched(const Table& original, const Table& synthetic, std::size_t checked, std::size_t count) {
  const Run run({.seed = 1});
  const std::vector<const Table*> tables{&original, &synthetic};
  std::vector<double> found;
  stats::GowerSpace space;
  const double time = bench::processor_seconds([&] {
    space = stats::gower_space(tables, original.names(), run);
    found = stats::nearest_distances(space, space.tables[1], space.tables[0], count, run);
  });
  double plain = 0.0;
  const std::size_t step = std::max<std::size_t>(1, synthetic.rows() / std::max<std::size_t>(1, checked));
  std::size_t asked = 0;
  plain = bench::processor_seconds([&] {
    for (std::size_t i = 0; i < synthetic.rows(); i += step, ++asked) {
      std::vector<double> all;
      for (std::size_t k = 0; k < original.rows(); ++k) {
        all.push_back(space.sum(space.tables[1].record(i), space.tables[0].record(k)));
      }
      std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
      for (std::size_t t = 0; t < count; ++t) {
        bench::require(found[i * count + t] == all[t] / static_cast<double>(space.width()),
                       "another distance than that of all pairs");
      }
    }
  });
  plain *= static_cast<double>(synthetic.rows()) / static_cast<double>(asked);
  std::printf("%9zu x %2zu %12.1f %12.2f %9.1f\n", original.rows(), original.column_count(), plain, time,
              plain / time);
  std::fflush(stdout);
  return time;
}

void grows(std::size_t width, const std::vector<std::size_t>& sizes, std::uint64_t second) {
  double before = 0.0;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    const Table original = people(sizes[s], width, 1);
    const double time = searched(original, people(sizes[s], width, second), 100, 2);
    if (s > 0) {
      std::printf("  growth: size^%.2f\n", bench::growth(static_cast<double>(sizes[s - 1]), before,
                                                         static_cast<double>(sizes[s]), time));
    }
    before = time;
  }
}

}  // namespace

int main(int count, char** arguments) {
  const bool large = count > 1 && std::string(arguments[1]) == "large";
  std::printf("%14s %12s %12s %9s\n", "records", "all pairs s", "sfumato s", "ratio");
  std::printf("against itself\n");
  grows(19, {3000, 10000, 30000}, 1);
  std::printf("against fresh records\n");
  grows(19, {3000, 10000, 30000}, 2);
  grows(10,
        large ? std::vector<std::size_t>{100000, 300000, 1000000}
              : std::vector<std::size_t>{10000, 30000, 100000},
        2);
  return 0;
}
