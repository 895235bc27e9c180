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
  std::string text =
      "row,kind,entry,time,user,query,asked,charged,charged_to_user,chain,"
      "asked_epsilon,charged_epsilon,charged_to_user_epsilon\n";
  for (const LedgerEntry& one : questions) {
    text += std::to_string(one.row) + "," + kind_name(one.kind) + "," + std::to_string(one.number) + "," +
            one.time + "," + csv_cell(one.user) + "," + csv_cell(one.query) + "," +
            std::to_string(one.asked) + "," + std::to_string(one.charged) + "," +
            std::to_string(one.charged_to_user) + "," + one.chain + "," + epsilon_text(one.asked) + "," +
            epsilon_text(one.charged) + "," + epsilon_text(one.charged_to_user) + "\n";
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

const char* protected_by(queries::Protection protection) {
  switch (protection) {
    case queries::Protection::restrict:
      return "No budget: this database is protected by query restriction";
    case queries::Protection::camouflage:
      return "No budget: this database is protected by camouflage";
    case queries::Protection::input:
      return "No budget: this database is protected by input perturbation";
    case queries::Protection::dp:
      break;
  }
  return "";
}

// Only differential privacy has a budget; elsewhere its figures are null.
void set_no_budget(Report& report, const jobs::QueryBudgetResult& result) {
  for (const char* name : {"cap", "spent", "left", "database_left"}) {
    set_epsilon(report.document, name, std::nullopt);
  }
  if (result.user) {
    report.document.set("user", *result.user);
    for (const char* name : {"spent_by_user", "quota"}) set_epsilon(report.document, name, std::nullopt);
  }
}

// The figures of the budget of a noisy database.
void set_balance(Report& report, KeyValues& facts, const jobs::QueryBudgetResult& result) {
  const queries::Balance& balance = result.balance;
  const std::optional<std::string>& user = result.user;
  set_epsilon(report.document, "cap", balance.cap);
  set_epsilon(report.document, "spent", balance.spent);
  // The user's own, if the balance is about a user; the database's is for its administrator.
  set_epsilon(report.document, "left", user ? balance.left_of_user() : balance.left());
  set_epsilon(report.document, "database_left", balance.left());
  facts.entries = {{"budget", "ε = " + both_units(balance.cap)},
                   {"spent", both_units(balance.spent)},
                   {user ? "left in the database" : "left", both_units(balance.left())}};
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
  const bool noisy = result.protection == queries::Protection::dp;
  KeyValues facts;
  if (noisy) {
    set_balance(report, facts, result);
  } else {
    set_no_budget(report, result);
    report.blocks.emplace_back(Paragraph{std::string(protected_by(result.protection)) + "."});
  }
  report.document.set("entries", granted).set("repeated", repeated).set("refused", refused).set("head", head);
  facts.entries.insert(facts.entries.end(), {{"answered", std::to_string(granted)},
                                             {"repeated", std::to_string(repeated)},
                                             {"refused", std::to_string(refused)},
                                             {"head", head}});
  if (user && noisy) {
    report.document.set("user", *user);
    set_epsilon(report.document, "spent_by_user", balance.spent_by_user);
    set_epsilon(report.document, "quota", balance.quota);
    facts.entries.emplace_back("by " + *user, both_units(balance.spent_by_user) +
                                                  (balance.quota ? " of " + both_units(*balance.quota) : ""));
    facts.entries.emplace_back("left for " + *user, both_units(balance.left_of_user()));
  }
  for (const std::string& note : result.notes) facts.entries.emplace_back("note", note);
  if (result.version > 0) facts.entries.emplace_back("data replaced", std::to_string(result.version));
  report.document.set("notes", Value::array_of(result.notes)).set("refreshes", result.version);
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
  set_no_budget(report, result);
  report.blocks.emplace_back(Paragraph{std::string(protected_by(result.protection)) + "."});
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
