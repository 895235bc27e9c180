// Runs a scenario under all faults and fails the test with its complaints. Without SFUMATO_FAULTS=all one point in
// a few is taken, as the scenario says.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "faults/scenario.hpp"

namespace sfumato::faults {

inline void expect_no_complaint(const Scenario& scenario, const char* what, const Tally& tally) {
  std::cout << scenario.name << ", " << what << ": " << tally.points << " points";
  if (tally.states > 0) std::cout << ", " << tally.states << " states";
  std::cout << "\n";
  EXPECT_GT(tally.points, 0);
  for (const std::string& complaint : tally.complaints)
    ADD_FAILURE() << scenario.name << ", " << what << ": " << complaint;
}

inline void expect_errors_handled(const Scenario& scenario, std::int64_t share = 1) {
  const bool all = std::getenv("SFUMATO_FAULTS") != nullptr;
  expect_no_complaint(scenario, "errors", run_errors(scenario, all ? 1 : share));
}

inline void expect_losses_survived(const Scenario& scenario, int draws = 6, std::int64_t share = 1) {
  const bool all = std::getenv("SFUMATO_FAULTS") != nullptr;
  expect_no_complaint(scenario, "losses of power", run_losses(scenario, draws, all ? 1 : share));
}

}  // namespace sfumato::faults
