#include "report/queries/budget.hpp"

#include <algorithm>

#include "report/queries/answer.hpp"

namespace sfumato::report {
namespace {

using queries::EntryKind;
using queries::LedgerEntry;

std::string csv_cell(const std::string& text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + "\"";
}

const char* kind_name(EntryKind kind) {
  switch (kind) {
    case EntryKind::granted:
      return "granted";
    case EntryKind::repeated:
      return "repeated";
    case EntryKind::over_cap:
      return "refused: budget";
    case EntryKind::over_quota:
      return "refused: quota";
  }
  return "";
}

std::string log_text(const std::vector<LedgerEntry>& questions) {
  std::string text = "row,kind,entry,time,user,query,asked,charged,charged_to_user,chain\n";
  for (const LedgerEntry& one : questions) {
    text += std::to_string(one.row) + "," + kind_name(one.kind) + "," + std::to_string(one.number) + "," +
            one.time + "," + csv_cell(one.user) + "," + csv_cell(one.query) + "," +
            std::to_string(one.asked) + "," + std::to_string(one.charged) + "," +
            std::to_string(one.charged_to_user) + "," + one.chain + "\n";
  }
  return text;
}

std::string decisions_text(const std::vector<queries::DecisionEntry>& decisions) {
  std::string text = "entry,time,user,query,refused\n";
  for (const queries::DecisionEntry& one : decisions) {
    text += std::to_string(one.number) + "," + one.time + "," + csv_cell(one.user) + "," +
            csv_cell(one.query) + "," + (one.refusal == queries::Refusal::none ? "no" : "yes") + "\n";
  }
  return text;
}

Report ledger_report(const jobs::QueryBudgetResult& result) {
  const queries::Balance& balance = result.balance;
  const std::optional<std::string>& user = result.user;
  const std::vector<LedgerEntry>& questions = result.questions;
  const std::string& head = result.head;
  Report report;
  const auto count = [&](EntryKind kind) {
    return static_cast<std::size_t>(std::count_if(questions.begin(), questions.end(),
                                                  [&](const LedgerEntry& one) { return one.kind == kind; }));
  };
  const std::size_t granted = count(EntryKind::granted), repeated = count(EntryKind::repeated);
  const std::size_t refused = questions.size() - granted - repeated;
  report.document.set("cap", balance.cap)
      .set("spent", balance.spent)
      .set("left", balance.left())
      .set("entries", granted)
      .set("repeated", repeated)
      .set("refused", refused)
      .set("head", head);
  KeyValues facts{{{"budget", "ε = " + epsilon_text(balance.cap)},
                   {"spent", epsilon_text(balance.spent)},
                   {"left", epsilon_text(balance.left())},
                   {"answered", std::to_string(granted)},
                   {"repeated", std::to_string(repeated)},
                   {"refused", std::to_string(refused)},
                   {"head", head}}};
  if (user) {
    report.document.set("user", *user)
        .set("spent_by_user", balance.spent_by_user)
        .set("quota", balance.quota ? Value(*balance.quota) : Value());
    facts.entries.emplace_back(
        "by " + *user,
        epsilon_text(balance.spent_by_user) + (balance.quota ? " of " + epsilon_text(*balance.quota) : ""));
  }
  for (const std::string& note : result.notes) facts.entries.emplace_back("note", note);
  report.document.set("notes", Value::array_of(result.notes));
  report.blocks.emplace_back(std::move(facts));
  return report;
}

// A log that is not intact is not evidence of the budget.
Report tampering_report(const std::string& finding) {
  Report report;
  report.document.set("intact", false).set("finding", finding);
  report.blocks.emplace_back(Paragraph{"The log was tampered with: " + finding + "."});
  return report;
}

Report decisions_report(const jobs::QueryBudgetResult& result) {
  const std::vector<queries::DecisionEntry>& decisions = result.decisions;
  const auto refused = static_cast<std::size_t>(
      std::count_if(decisions.begin(), decisions.end(),
                    [](const queries::DecisionEntry& one) { return one.refusal != queries::Refusal::none; }));
  Report report;
  report.document.set("least", result.restriction.least)
      .set("entries", decisions.size() - refused)
      .set("refused", refused)
      .set("head", result.head);
  report.blocks.emplace_back(
      KeyValues{{{"no sum of fewer than", std::to_string(result.restriction.least) + " records"},
                 {"answered", std::to_string(decisions.size() - refused)},
                 {"refused", std::to_string(refused)},
                 {"head", result.head}}});
  return report;
}

// One line that can be copied, whatever the width of the terminal.
Report head_report(const jobs::QueryBudgetResult& result) {
  Report report;
  report.document.set("head", result.head);
  if (result.checked) report.document.set("intact", true).set("finding", Value());
  report.blocks.emplace_back(Paragraph{result.head});
  return report;
}

}  // namespace

Report query_budget_report(const jobs::QueryBudgetResult& result) {
  if (!result.check.intact) return tampering_report(result.check.finding);
  if (result.head_only) return head_report(result);
  Report report =
      result.protection == queries::Protection::restrict ? decisions_report(result) : ledger_report(result);
  report.document.set("terms_recorded", result.recorded);
  if (!result.recorded) {
    report.warnings.emplace_back(
        "this database is from an earlier version: its log does not record its terms, catalogue and data; "
        "the "
        "next question records them as they are then");
  }
  if (result.checked) {
    report.document.set("intact", true).set("finding", Value());
    report.blocks.emplace_back(Paragraph{"The log is intact: " + std::to_string(result.check.rows) +
                                         " rows, each with the hash of the row before."});
  }
  return report;
}

std::string query_log_text(const jobs::QueryBudgetResult& result) {
  return result.protection == queries::Protection::restrict ? decisions_text(result.decisions)
                                                            : log_text(result.questions);
}

}  // namespace sfumato::report
