// The main job: four methods calibrated to the same risk on Census (1,080 records, 13 columns) and ranked,
// which should take under 10 s on two cores.
#include <numeric>

#include "compare/comparison_job.hpp"
#include "io/table_file.hpp"
#include "ratio.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace sfumato;

void compare_on(const Table& table, double target, int threads) {
  const Run run({.seed = 1, .threads = threads});
  ColumnSet columns(table.column_count());
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  const compare::Job job(
      {.targets = {{"rank-linkage", target}},
       .rank_by = {"emd", "propensity"},
       .contenders = {{"mdav", "correlated-noise", "rank-swapping", "multiplicative-noise"}, {}, {}}});
  const compare::Trials trials({table, {columns, true}}, job.measures(), job.replicates(), run);
  const auto contenders = job.contenders(trials.subject());
  std::vector<compare::Comparison> found;
  const double time = bench::seconds(1, [&] { found = job.run(trials, nullptr, contenders, run); });
  std::size_t evaluations = 0;
  for (const compare::Attempt& attempt : found.front().attempts) {
    bench::require(attempt.reached, "a method does not reach the target");
    evaluations += attempt.calibration.curve.size() * trials.draws(*attempt.contender->method);
  }
  const compare::Attempt& winner = found.front().attempts.front();
  bench::require(winner.contender->method->info.name == "mdav", "mdav is not first");
  std::printf("%zu records, %d threads %8.2f s   %zu draws to calibrate, winner %s\n", table.rows(), threads,
              time, evaluations, winner.contender->method->info.name.c_str());
  std::fflush(stdout);
}

}  // namespace

int main() {
  const std::string path = testing::reference_file("census.csv");
  if (path.empty()) {
    std::printf("reference file census.csv is missing; set SFUMATO_REFERENCE_DATA\n");
    return 0;
  }
  const Table census = io::read_table(path, {}, Run({.seed = 1})).table;
  compare_on(census, 0.45, 1);
  compare_on(census, 0.45, 2);
}
