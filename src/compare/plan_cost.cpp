// Known draws give the best estimate of the time of another one; where there are none, one is timed.
#include "compare/plan_cost.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>

#include "core/error.hpp"

namespace sfumato::compare {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Requests a stop at a given time, unless it is destroyed before.
class Deadline {
 public:
  explicit Deadline(Clock::time_point when)
      : watcher_([this, when](const std::stop_token& gone) {
          std::mutex mutex;
          std::condition_variable_any never;
          std::unique_lock lock(mutex);
          never.wait_until(lock, gone, when, [] { return false; });
          if (!gone.stop_requested()) source_.request_stop();
        }) {}
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread watcher_;
};

void time_first_draw(MethodCost& cost, const Trials& trials, const TimedRun& timed_run,
                     const std::vector<std::size_t>& which, Clock::time_point end) {
  const Deadline deadline(end);
  const Trials timed(trials.subject(), trials.measures(), 1, timed_run(deadline.token()));
  const Clock::time_point start = Clock::now();
  try {
    timed.draw(cost.method->candidate(0), 0, which);
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::interrupted) throw;
    cost.stopped = true;
  }
  cost.seconds = seconds_since(start);
}

MethodCost known_cost(const PlanMethod& method, const Trials& trials, const std::vector<std::size_t>& which) {
  MethodCost cost;
  cost.method = &method;
  double seconds = 0.0;
  for (std::size_t cell = 0; cell < method.cells(); ++cell) {
    const Candidate candidate = method.candidate(cell);
    for (std::size_t draw = 0; draw < trials.draws(candidate); ++draw) {
      ++cost.draws;
      if (!trials.knows(candidate, draw, which)) continue;
      ++cost.kept;
      for (const std::size_t measure : which) seconds += trials.finding(candidate, draw, measure).seconds;
    }
  }
  cost.from_findings = cost.kept > 0;
  if (cost.kept > 0 && cost.kept < cost.draws) cost.seconds = seconds / static_cast<double>(cost.kept);
  return cost;
}

}  // namespace

std::vector<MethodCost> plan_costs(const Plan& plan, std::span<const Trials> trials,
                                   const TimedRun& timed_run, double budget) {
  std::vector<std::size_t> which(plan.measures.size());
  std::iota(which.begin(), which.end(), std::size_t{0});
  std::vector<MethodCost> costs;
  double unknown = 0.0;
  for (std::size_t subject = 0; subject < trials.size(); ++subject) {
    for (const PlanMethod& method : plan.methods) {
      costs.push_back(known_cost(method, trials[subject], which));
      costs.back().subject = subject;
      if (costs.back().kept == 0) ++unknown;
    }
  }
  // Each has an equal share of the time, and what the previous ones did not use.
  const Clock::time_point start = Clock::now();
  double position = 0.0;
  for (MethodCost& cost : costs) {
    if (cost.kept > 0) continue;
    const std::chrono::duration<double> share(budget * ++position / unknown);
    time_first_draw(cost, trials[cost.subject], timed_run, which,
                    start + std::chrono::duration_cast<Clock::duration>(share));
  }
  return costs;
}

}  // namespace sfumato::compare
