// The job `audit`: what the published cells reveal about the suppressed ones, whatever method chose them.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "tables/protection_params.hpp"

namespace sfumato::jobs {

struct AuditRequest : tables::AttackerParams {
  tables::CellTable table;
  std::vector<std::string> notes;  // earlier notes about the table; they come first in the result

  static JobInfo info();
  static void params(ParamList<AuditRequest>& list) { attackers(list); }
};

struct AuditResult {
  tables::CellTable table;
  tables::Audit audit;
  std::vector<std::string> notes;
};

AuditResult audit(AuditRequest request, const Run& run);

}  // namespace sfumato::jobs
