// The job `audit`: what the published cells reveal about the suppressed ones, whatever method chose them; or,
// with the adjusted table beside the true one, which true values an attacker holds possible.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "tables/adjustment/adjust.hpp"
#include "tables/adjustment/adjusted_audit.hpp"
#include "tables/protection_params.hpp"

namespace sfumato::jobs {

struct AuditRequest : tables::AttackerParams {
  tables::CellTable table;
  std::optional<tables::CellTable> adjusted;  // published in place of the table
  std::string levels = "100";
  bool fix_margins = false;
  bool secondary = false;
  std::vector<std::string> notes;  // earlier notes about the table; they come first in the result

  static JobInfo info();
  tables::AdjustedAuditOptions adjusted_attacker() const;
  static void params(ParamList<AuditRequest>& list) {
    attackers(list);
    list.flag("secondary", &AuditRequest::secondary)
        .doc("Also give the intervals of cells that are suppressed to protect others.");
    tables::level_range_param(list, &AuditRequest::levels,
                              "Of an adjusted table: the range of the levels with which it was made.");
    list.flag("fix-margins", &AuditRequest::fix_margins)
        .doc("Of an adjusted table: the attacker knows that its totals are true.");
  }
};

struct AuditResult {
  tables::CellTable table;
  tables::Audit audit;                            // where no adjusted table was given
  std::optional<tables::AdjustedAudit> adjusted;  // where one was given
  std::vector<std::string> notes;

  bool safe() const { return adjusted ? adjusted->safe : audit.safe; }
};

AuditResult audit(AuditRequest request, const Run& run);

}  // namespace sfumato::jobs
