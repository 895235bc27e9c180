// A plan executed: every cell of its grids, every draw, in one parallel loop over what is not known yet.
// Results come from the findings alone, so it does not matter in how many runs these were made.
#pragma once

#include <map>
#include <optional>
#include <span>
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
  double seconds = 0.0;                                // of all its draws, when they were made
  std::size_t subject = 0;                             // position in the plan's data
  std::vector<std::optional<std::size_t>> ranks = {};  // as the plan lists them; among cells of its subject

  // Of a measure or a score; none where there is none of that name.
  std::optional<double> value_of(const Plan& plan, const std::string& name) const;
};

// Of one pair of names of a plan's correlations, over the cells of one subject that have finite values of
// both.
struct CorrelationResult {
  const PlanCorrelation* entry = nullptr;
  std::size_t subject = 0;
  std::string first, second;
  std::optional<double> pearson, spearman;  // none for fewer than three cells, or where one does not vary
  std::size_t cells = 0;
};

struct PlanResult {
  std::vector<CellResult> cells;  // in the plan's order
  std::size_t draws = 0;
  std::size_t kept = 0;                              // draws that were known before
  std::vector<CorrelationResult> correlations = {};  // in the plan's order, then by subject
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

// `trials` are those of the plan's subjects, in their order. `plan` must outlive the result. A method that
// refuses a cell has no values there, and notes.
PlanResult run_plan(const Plan& plan, std::span<const Trials> trials, const Run& run);
// Of a plan with one subject.
PlanResult run_plan(const Plan& plan, const Trials& trials, const Run& run);

}  // namespace sfumato::compare
