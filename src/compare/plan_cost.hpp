// The cost of a plan before it is run: the remaining draws, and the time of one draw of each method.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "compare/plan.hpp"

namespace sfumato::compare {

struct MethodCost {
  const PlanMethod* method = nullptr;
  std::size_t draws = 0;
  std::size_t kept = 0;           // draws that are known
  std::optional<double> seconds;  // of one draw on one thread; none where nothing is left to do
  bool from_findings = false;  // the mean of draws that are known; else one draw of the first cell was timed
  bool stopped = false;        // the timed draw was stopped before its end: it takes longer
  std::size_t subject = 0;     // position in the plan's data

  double seconds_left() const { return seconds.value_or(0.0) * static_cast<double>(draws - kept); }
};

// A run with one thread that ends when the token requests it.
using TimedRun = std::function<Run(std::stop_token)>;

// Of every method on every subject, whose trials are given in their order. Where no draw is known, one of the
// first cell is timed: at most `budget` seconds for all together.
std::vector<MethodCost> plan_costs(const Plan& plan, std::span<const Trials> trials,
                                   const TimedRun& timed_run, double budget);

}  // namespace sfumato::compare
