// The main job: four methods calibrated to the same risk and ranked, on Census (1,080 records, 13 columns;
// aim 3 s on two cores) and on made-up files of 10 columns, searched on a sample and thoroughly.
#include <atomic>
#include <cmath>
#include <ctime>
#include <numeric>

#include "compare/comparison_job.hpp"
#include "io/table_file.hpp"
#include "ratio.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace sfumato;

// Seconds of processor time, and how many draws the search took on the whole file.
struct Taken {
  double seconds;
  std::size_t draws;
};

Taken compare_on(const Table& table, double target, bool thorough) {
  const Run run({.seed = 1});
  ColumnSet columns(table.column_count());
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  const compare::Job job(
      {.targets = {{"rank-linkage", target}},
       .contenders = {{"mdav", "correlated-noise", "rank-swapping", "multiplicative-noise"}, {}, {}},
       .thorough = thorough,
       .rows = table.rows()});
  compare::Trials trials({table, {columns, true}}, job.measures(), job.replicates(), run);
  std::atomic<std::size_t> draws{0};
  trials.watch([&](const std::string&, double) { ++draws; });
  const auto contenders = job.contenders(trials.subject());
  const auto sample = job.sample_trials(trials.subject(), run);
  std::vector<compare::Comparison> found;
  const std::clock_t before = std::clock();
  found = job.run(trials, sample ? &*sample : nullptr, contenders, run);
  const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  for (const compare::Attempt& attempt : found.front().attempts) {
    bench::require(attempt.reached, "a method does not reach the target");
    const auto& best = *attempt.calibration.best;
    const double miss = std::fabs(*best.estimate.value - target);
    bench::require(attempt.calibration.safer_by || miss <= 0.01 * target, "a method is not at the target");
  }
  std::printf("%7zu records, %-9s %7.2f s of processor, %4zu draws of all records, winner %s\n", table.rows(),
              sample ? "sample" : "thorough", seconds, draws.load(),
              found.front().attempts.front().contender->name().c_str());
  std::fflush(stdout);
  return {seconds, draws};
}

Table made_up(std::size_t rows) {
  Rng rng(derive_key({1, 2}, "made up"));
  std::vector<Numbers> columns(10);
  for (std::size_t i = 0; i < rows; ++i) {
    const double common = rng.normal();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double value = 0.6 * common + 0.8 * rng.normal();
      columns[j].push_back(j % 2 == 0 ? value : 1000.0 * std::exp(value));
    }
  }
  std::vector<ColumnInfo> schema(columns.size());
  std::vector<Column> data;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    schema[j].name = "v" + std::to_string(j);
    data.emplace_back(columns[j]);
  }
  return {schema, data};
}

}  // namespace

int main() {
  const Table small = made_up(10'000);
  const Taken quick = compare_on(small, 0.8, false), thorough = compare_on(small, 0.8, true);
  std::printf("10,000 records: a search on a sample takes 1/%.1f of the time of a thorough one\n",
              thorough.seconds / quick.seconds);
  const Taken middle = compare_on(made_up(30'000), 0.85, false),
              large = compare_on(made_up(100'000), 0.9, false);
  std::printf("time grows as n^%.2f from 10,000 to 30,000 and n^%.2f from there to 100,000 records\n",
              std::log(middle.seconds / quick.seconds) / std::log(3.0),
              std::log(large.seconds / middle.seconds) / std::log(10.0 / 3.0));
  const std::string path = testing::reference_file("census.csv");
  if (path.empty()) {
    std::printf("reference file census.csv is missing; set SFUMATO_REFERENCE_DATA\n");
    return 0;
  }
  compare_on(io::read_table(path, {}, Run({.seed = 1})).table, 0.45, false);
}
