// The job `check`: which cells would disclose a respondent, by sensitivity rules.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "tables/protection_params.hpp"

namespace sfumato::jobs {

struct CheckRequest : tables::RuleParams {
  tables::CellTable table;
  std::vector<std::string> notes;  // earlier notes about the table; they come last in the result

  static JobInfo info();
  static void params(ParamList<CheckRequest>& list) { rule_params(list); }
};

struct CheckResult {
  tables::CheckedTable checked;         // with statuses and levels
  bool sensitive = false;               // some cell is
  std::vector<std::string> notes = {};  // in addition to those of `checked`
};

// An error where there is neither a rule nor a status in the table.
CheckResult check(CheckRequest request, const Run& run);

}  // namespace sfumato::jobs
