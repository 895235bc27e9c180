// The 109 maskings of the published comparison on Census, one draw each, with all their measures (aim: 90
// seconds on two cores). The order by score must be the published one, or nearly.
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>

#include "compare/plan_run.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "io/toml.hpp"
#include "jobs/plan_data.hpp"
#include "ratio.hpp"
#include "stats/ranks/ranks.hpp"

namespace {

using namespace sfumato;

constexpr double aim = 90.0;  // seconds on two cores

std::string reference_folder() {
  const char* named = std::getenv("SFUMATO_REFERENCE_DATA");
  return named != nullptr ? named : SFUMATO_SOURCE_DIR "/../shared/data";
}

compare::Plan table_2_plan() {
  const std::string path = SFUMATO_SOURCE_DIR "/examples/papers/002-table2.toml";
  compare::Plan plan = compare::parse_plan(io::parse_toml(io::read_text_file(path), path), path);
  plan.replicates = 1;
  for (compare::PlanMethod& method : plan.methods) method.replicates = 0;
  return plan;
}

std::map<std::string, double> published_scores(const Run& run) {
  const Table table = io::read_table(reference_folder() + "/table2.csv", {}, run).table;
  const Column& names = table.column(0);
  const Numbers scores = table.column(5).to_numbers();  // Method, IL, DLD, PLD, ID, Score
  std::map<std::string, double> result;
  for (std::size_t row = 0; row < table.rows(); ++row) result[names.text(row)] = scores[row];
  return result;
}

// Pearson's correlation of ranks.
double correlation(const Numbers& x, const Numbers& y) {
  const auto n = static_cast<double>(x.size());
  const double mean = 0.5 * (n + 1.0);
  double xx = 0.0, yy = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
    xy += (x[i] - mean) * (y[i] - mean);
  }
  return xy / std::sqrt(xx * yy);
}

// Spearman's correlation of the scores with the published ones; Micmul16 has none.
double agreement(const compare::PlanResult& result, const std::map<std::string, double>& published) {
  Numbers ours, theirs;
  for (const compare::CellResult& cell : result.cells) {
    const auto found = published.find(cell.label);
    if (found == published.end()) continue;
    ours.push_back(cell.scores[0].value());
    theirs.push_back(found->second);
  }
  bench::require(ours.size() == 109, "rows of the table");
  return correlation(stats::average_ranks(ours), stats::average_ranks(theirs));
}

}  // namespace

int main() {
  if (!std::filesystem::exists(reference_folder() + "/table2.csv")) {
    std::printf("reference files are missing; set SFUMATO_REFERENCE_DATA\n");
    return 0;
  }
  setenv("SFUMATO_REFERENCE_DATA", reference_folder().c_str(), 1);
  const compare::Plan plan = table_2_plan();
  const Run run(Run::Options{.seed = plan.seed, .threads = 2});
  const std::vector<jobs::PlanInput> inputs = jobs::read_plan_data(
      plan,
      [](const compare::PlanData& data, const Run& reading) {
        return io::read_table(data.path, data.read, reading);
      },
      run);
  compare::PlanResult result;
  const std::clock_t start = std::clock();
  const double wall = bench::seconds(1, [&] {
    const compare::Trials trials(inputs.front().subject, compare::plan_requests(plan), 1, run);
    result = compare::run_plan(plan, trials, run);
  });
  const double processor = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const double spearman = agreement(result, published_scores(run));
  bench::require(spearman >= 0.99, "order of the scores");
  std::printf("%zu maskings: %.1f s, %.1f s of processor time, %.2f of the aim on two cores; Spearman %.4f\n",
              result.cells.size(), wall, processor, processor / 2.0 / aim, spearman);
  return 0;
}
