// The job `compare`: brings methods to the same risk, or to the same utility, ranks them by what is left of
// the other, and returns the release of each winner.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compare/comparison_job.hpp"
#include "jobs/compare_result.hpp"
#include "jobs/data.hpp"
#include "jobs/job.hpp"
#include "masking/recipe.hpp"
#include "release/delivery.hpp"

namespace sfumato::jobs {

struct CompareRequest {
  std::vector<std::string> columns, equal, at_most, rank_by, methods, settings, fixed, swept;
  std::vector<std::string> candidates;  // finished releases: files, or tables of the run
  std::string tolerance;
  std::optional<std::int64_t> replicates = std::nullopt;
  std::int64_t time_limit = 0;  // seconds; 0: none
  double holdout_share = 0.0;   // of the records, which no method sees; 0: none
  bool thorough = false;
  bool keep_draw = false;
  bool shuffle = false, renumber = false;  // the release
  bool for_public = false;                 // what may be published; both of them

  Data original;
  // Gets each method once it is calibrated and measured, before the ranking: {"kind": "attempt", "method",
  // "dial", "value", "target", "attained", "reached", "reason", "curve", "measures"}. From any thread.
  std::function<void(const Value& found)> found = {};

  static JobInfo info();
  static void params(ParamList<CompareRequest>& list);

  // What is asked for in terms of src/compare; whatever is wrong with it without the data is an error.
  compare::JobRequest question() const;
  // Tables that fixed parameters of methods and settings of measures name.
  std::vector<std::string> tables() const { return compare::Job(question()).tables(); }
  release::DeliveryTerms terms() const {
    return {.shuffle = shuffle || for_public, .renumber = renumber || for_public};
  }
  std::size_t targets() const { return equal.empty() ? 1 : equal.size(); }
};

// Where the winners go: one destination per target. None: nothing is released, and no map drawn.
using WinnerDestinations = std::vector<std::unique_ptr<const release::Destination>>;

CompareResult compare_methods(const CompareRequest& request, const WinnerDestinations& winners,
                              const Run& run);

// A comparison whose question, columns and hierarchies are known already, as a plan's targets are.
struct PreparedComparison {
  const compare::Job& job;
  const compare::Subject& subject;
  std::string data;        // how the data are called
  bool keep_draw = false;  // release a draw that was compared, not a fresh one
  release::DeliveryTerms terms = {};
  std::function<void(const Value& found)> found = {};             // as in CompareRequest
  std::shared_ptr<const std::vector<Method>> finished = nullptr;  // releases that take part beside methods
};
CompareResult run_comparison(const PreparedComparison& prepared, const WinnerDestinations& winners,
                             const Run& run, compare::FindingStore* store = nullptr);

}  // namespace sfumato::jobs
