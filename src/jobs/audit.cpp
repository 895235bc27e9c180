#include "jobs/audit.hpp"

namespace sfumato::jobs {

JobInfo AuditRequest::info() {
  return {.name = "audit",
          .title = "Audit a table",
          .summary = "Solves the attacker's problem: how closely suppressed cells can be estimated.",
          .inputs = {{.name = "table",
                      .doc = "The table, with statuses and protection levels.",
                      .kind = InputKind::cells}}};
}

AuditResult audit(AuditRequest request, const Run& run) {
  AuditResult result{.table = std::move(request.table), .audit = {}, .notes = request.notes};
  const tables::AuditOptions attacker = request.attacker();
  if (attacker.insiders && result.table.contributors.empty()) {
    result.notes.emplace_back("the file has no contributors, so that attacks by insiders were not tested");
  }
  result.audit = tables::audit(result.table, attacker, run);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(audit_job, AuditRequest)
