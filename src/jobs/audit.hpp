// The job `audit`: what the published cells still reveal about the suppressed ones, however they were chosen.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "tables/protection_params.hpp"

namespace sfumato::jobs {

struct AuditRequest : tables::AttackerParams {
  tables::CellTable table;
  std::vector<std::string> notes;  // what is known of the table already; they come first in the result

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
