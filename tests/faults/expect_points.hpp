// Runs a scenario under all faults and fails the test with its complaints. A run per error takes 10 ms, so
// that the plain tests take one error in `share`; SFUMATO_FAULTS=all takes every one. States after a loss of
// power are all judged: they take no run.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "faults/scenario.hpp"

namespace sfumato::faults {

inline void expect_no_complaint(const Scenario& scenario, const char* what, const Tally& tally) {
  std::cout << scenario.name << ", " << what << ": " << tally.points << " points";
  if (tally.states > 0) std::cout << ", " << tally.states << " states";
  std::cout << std::endl;  // before the next fork
  EXPECT_GT(tally.points, 0);
  for (const std::string& complaint : tally.complaints)
    ADD_FAILURE() << scenario.name << ", " << what << ": " << complaint;
}

inline void expect_errors_handled(const Scenario& scenario, std::int64_t share = 3) {
  const bool all = std::getenv("SFUMATO_FAULTS") != nullptr;
  expect_no_complaint(scenario, "errors", run_errors(scenario, all ? 1 : share));
}

inline void expect_losses_survived(const Scenario& scenario, int draws = 6) {
  expect_no_complaint(scenario, "losses of power", run_losses(scenario, draws));
}

}  // namespace sfumato::faults
