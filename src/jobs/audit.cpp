#include "jobs/audit.hpp"

#include "core/error.hpp"

namespace sfumato::jobs {

JobInfo AuditRequest::info() {
  return {.name = "audit",
          .title = "Audit a table",
          .summary = "Solves the attacker's problem: how closely suppressed cells can be estimated.",
          .inputs = {{.name = "table",
                      .doc = "The table, with statuses and protection levels.",
                      .kind = InputKind::cells},
                     {.name = "adjusted",
                      .doc = "The table that adjustment made of it, where that is to be audited.",
                      .kind = InputKind::cells,
                      .required = false}}};
}

tables::AdjustedAuditOptions AuditRequest::adjusted_attacker() const {
  tables::AdjustedAuditOptions result;
  result.levels = tables::parse_level_range(levels);
  result.fix_margins = fix_margins;
  result.insiders = !ignore_singletons;
  result.prior_percent = prior;
  return result;
}

AuditResult audit(AuditRequest request, const Run& run) {
  AuditResult result{.table = std::move(request.table), .audit = {}, .adjusted = {}, .notes = request.notes};
  tables::AuditOptions attacker = request.attacker();
  attacker.secondary_cells = request.secondary;
  if (attacker.insiders && result.table.contributors.empty()) {
    result.notes.emplace_back("the file has no contributors, so that attacks by insiders were not tested");
  }
  if (request.adjusted && request.secondary) {
    bad_param("secondary", "an adjusted table has no suppressed cells", "leave ‹secondary› out");
  }
  if (request.adjusted) {
    result.adjusted =
        tables::audit_adjusted(result.table, *request.adjusted, request.adjusted_attacker(), run);
    return result;
  }
  if (request.fix_margins || request.levels != "100") {
    bad_input("‹levels› and ‹fix-margins› are for the audit of an adjusted table",
              "give the adjusted table as ‹adjusted›, or leave them out");
  }
  result.audit = tables::audit(result.table, attacker, run);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(audit_job, AuditRequest)
