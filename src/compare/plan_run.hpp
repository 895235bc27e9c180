// A plan executed: every cell of its grids, every draw, in one parallel loop over what is not known yet.
// Results come from the findings alone, so it does not matter in how many runs these were made.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compare/plan.hpp"
#include "core/fingerprint.hpp"
#include "core/warning.hpp"

namespace sfumato::compare {

struct CellResult {
  const PlanMethod* method = nullptr;
  std::size_t cell = 0;  // of the method's grid
  std::string label;
  std::vector<Estimate> measures;             // as the plan lists them
  std::vector<std::optional<double>> scores;  // of the estimates; as the plan lists them
  std::size_t draws = 0;
  double seconds = 0.0;  // of all its draws, when they were made
};

struct PlanResult {
  std::vector<CellResult> cells;  // in the plan's order
  std::size_t draws = 0;
  std::size_t kept = 0;  // draws that were known before
};

// Checks before the first draw: columns exist and are of kinds that the measures accept.
// Errors name the plan; the warnings say what methods and measures leave out.
Warnings check_plan(const Plan& plan, const Subject& subject, const std::string& source);

// The measures of the plan in its order, then those that only its targets name: what trials are made with.
std::vector<MeasureRequest> plan_requests(const Plan& plan);

// All that findings depend on besides their keys. `tables` are those that parameters name, as the plan
// writes their paths.
Fingerprint plan_content(const Plan& plan, const Subject& subject, const std::map<std::string, Table>& tables,
                         std::string_view version);

// `plan` must outlive the result. A method that refuses a cell has no values there, and notes.
PlanResult run_plan(const Plan& plan, const Trials& trials, const Run& run);

}  // namespace sfumato::compare
