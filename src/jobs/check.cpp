#include "jobs/check.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

bool has_primary(const tables::CellTable& table) {
  return std::any_of(table.cells.begin(), table.cells.end(),
                     [](const tables::Cell& cell) { return cell.status == tables::CellStatus::primary; });
}

}  // namespace

JobInfo CheckRequest::info() {
  return {.name = "check",
          .title = "Check a table",
          .summary = "Lists the cells that would disclose a respondent, by sensitivity rules.",
          .inputs = {{.name = "table", .doc = "The table to check.", .kind = InputKind::cells}}};
}

CheckResult check(CheckRequest request, const Run& run) {
  run.check_stop();
  const tables::RuleOptions rules = request.rule_options();
  if (rules.rules.empty() && request.table.rules.empty() && !has_primary(request.table)) {
    bad_param("rule", "there is no rule to check the table with",
              "name one with ‹rule›, for example p-percent=15");
  }
  CheckResult result{.checked = tables::apply_rules(std::move(request.table), rules), .notes = request.notes};
  result.sensitive = has_primary(result.checked.table);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(check_job, CheckRequest)
