// The runner of plans against a plain loop over the same draws (aim: 5 % more), with equal results, and the
// peak memory of a run by the size of its grid, which should not grow with it.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>

#include "compare/finding_store.hpp"
#include "compare/plan_run.hpp"
#include "io/toml.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;

// A folder of this benchmark, emptied before every run.
std::string folder() { return (std::filesystem::temp_directory_path() / "sfumato-plan-bench").string(); }

compare::Plan plan_of(const std::string& measures, const std::string& methods) {
  const std::string text =
      "seed = 1\nreplicates = 5\nmeasures = " + measures + "\n[data]\npath = \"-\"\n" + methods;
  return compare::parse_plan(io::parse_toml(text, "bench"), "bench");
}

compare::Subject subject_of(std::size_t rows) {
  const Table table = bench::table_of(bench::records(rows, bench::Shape::skewed));
  return {table, {{0, 1, 2, 3}, false}};
}

compare::PlanResult run(const compare::Plan& plan, const compare::Subject& subject, int threads) {
  const Run own(Run::Options{.seed = plan.seed, .threads = threads});
  compare::StoredFindings store(folder(), compare::plan_content(plan, subject, {}, "bench"),
                                compare::StoredFindings::Use::fresh);
  const compare::Trials trials(subject, compare::plan_requests(plan), plan.replicates, own, &store);
  return compare::run_plan(plan, trials, own);
}

// Mean of each measure over the draws of each cell, without storage or look-up.
std::vector<double> plain(const compare::Plan& plan, const compare::Subject& subject) {
  const Run own(Run::Options{.seed = plan.seed, .threads = 1});
  std::vector<double> means;
  for (const compare::PlanMethod& method : plan.methods) {
    for (std::size_t cell = 0; cell < method.cells(); ++cell) {
      const compare::Candidate candidate = method.candidate(cell);
      const std::size_t draws = method.method->info.random ? plan.replicates : 1;
      std::vector<double> sums(plan.measures.size(), 0.0);
      for (std::size_t draw = 0; draw < draws; ++draw) {
        const Run inner = own.within("replicate", draw);
        const Masked masked = compare::masked_by(candidate, subject, inner);
        const std::vector<Score> scores = compare::scores_of(masked, subject, plan.measures, inner);
        for (std::size_t m = 0; m < scores.size(); ++m) sums[m] += scores[m].value.value();
      }
      for (const double sum : sums) means.push_back(sum / static_cast<double>(draws));
    }
  }
  return means;
}

// Of the whole process: other work on the machine does not count.
template <class Function>
double processor_seconds(const Function& function) {
  const std::clock_t start = std::clock();
  function();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void compare_with_loop(const char* name, const compare::Plan& plan, std::size_t rows) {
  const compare::Subject subject = subject_of(rows);
  std::vector<double> expected;
  compare::PlanResult result;
  double loop = 1e300, runner = 1e300;
  for (int repeat = 0; repeat < 7; ++repeat) {  // in turn, so that both have the same neighbours
    loop = std::min(loop, processor_seconds([&] { expected = plain(plan, subject); }));
    runner = std::min(runner, processor_seconds([&] { result = run(plan, subject, 1); }));
  }
  std::size_t position = 0;
  for (const compare::CellResult& cell : result.cells) {
    for (const compare::Estimate& estimate : cell.measures) {
      bench::require(estimate.value == expected[position++], cell.label);
    }
  }
  bench::require(position == expected.size(), "cells are missing");
  std::printf("%-34s %6zu %6zu %10.5f %9.1f %%\n", name, result.cells.size(), result.draws,
              loop / static_cast<double>(result.draws), 100.0 * (runner / loop - 1.0));
}

// Peak memory in MiB of a run of this many cells, in a process of its own.
double peak(std::size_t cells) {
  const pid_t child = fork();
  if (child == 0) {
    const compare::Plan plan =
        plan_of("[\"sse\", \"um\"]",
                "[[methods]]\nmethod = \"additive-noise\"\namount = { from = 0.1, to = 1, count = " +
                    std::to_string(cells) + " }\nreplicates = 1\n");
    bench::require(run(plan, subject_of(20000), 2).cells.size() == cells, "cells are missing");
    _exit(0);
  }
  int status = 0;
  rusage usage{};
  bench::require(wait4(child, &status, 0, &usage) == child && status == 0, "a run ended early");
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

}  // namespace

int main() {
  std::printf("peak memory, 20,000 × 10 numbers (1.5 MiB), 2 threads\n");
  for (const std::size_t cells : {10UL, 100UL, 1000UL})
    std::printf("%6zu cells %8.1f MiB\n", cells, peak(cells));
  std::printf(
      "\nprocessor time on one thread: a draw in the plain loop, and what the runner takes beyond the "
      "loop\n");
  std::printf("%-34s %6s %6s %10s %11s\n", "", "cells", "draws", "s a draw", "overhead");
  const std::string noise =
      "[[methods]]\nmethod = \"additive-noise\"\namount = { from = 0.1, to = 1, count = 40 }\n";
  compare_with_loop("noise, sse, 1,000 records", plan_of("[\"sse\"]", noise), 1000);
  compare_with_loop("noise, sse and um, 10,000 records", plan_of("[\"sse\", \"um\"]", noise), 10000);
  compare_with_loop("mdav, linkage, 2,000 records",
                    plan_of("[\"distance-linkage\", \"information-loss\"]",
                            "[[methods]]\nmethod = \"mdav\"\nk = { from = 3, to = 82, step = 1 }\n"),
                    2000);
  std::filesystem::remove_all(folder());
}
