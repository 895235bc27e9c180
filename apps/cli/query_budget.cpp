// `sfumato query budget`: what was spent, by whom and on what; whether the log is whole; shares of users.
#include <algorithm>
#include <memory>

#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "report/report.hpp"

namespace sfumato::cli {
namespace {

using queries::EntryKind;
using queries::LedgerEntry;

struct ShowBudget {
  std::optional<std::string> database, user, path, kept;
  std::vector<std::string> quotas;
  bool verify = false;
  RunOptions run_options;

  int operator()(Console& console) const;
  int show_decisions(const queries::Database& base, Console& console) const;
  // What is common to both logs: the check, and the file.
  void add_check(report::Report& report, const queries::LedgerCheck& check) const;
  void write(report::Report& report, const std::string& log) const;
};

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
  std::string text = "row,kind,entry,time,user,query,asked,charged,chain\n";
  for (const LedgerEntry& one : questions) {
    text += std::to_string(one.row) + "," + kind_name(one.kind) + "," + std::to_string(one.number) + "," +
            one.time + "," + csv_cell(one.user) + "," + csv_cell(one.query) + "," +
            std::to_string(one.asked) + "," + std::to_string(one.charged) + "," + one.chain + "\n";
  }
  return text;
}

// "anna=0.5" gives a share, "anna=none" takes it away.
void set_quota(queries::Ledger& ledger, const std::string& typed) {
  const std::size_t sign = typed.rfind('=');
  if (sign == std::string::npos || sign == 0) {
    bad_input("--quota cannot be '" + typed + "'", "write a user and his share, such as --quota anna=0.5");
  }
  const std::string share = typed.substr(sign + 1);
  ledger.set_quota(typed.substr(0, sign),
                   share == "none" ? std::nullopt : std::optional(micro_epsilon("--quota", share)));
}

// "9:2845e6…", rows and chain, as the budget is shown with.
std::string head_text(const queries::LedgerHead& head) {
  return std::to_string(head.rows) + ":" + head.chain;
}

queries::LedgerHead head_of(const std::string& typed) {
  const std::size_t sign = typed.find(':');
  const std::string rows = typed.substr(0, sign);
  const std::string chain = sign == std::string::npos ? "" : typed.substr(sign + 1);
  constexpr std::size_t most_digits = 18, chain_digits = 64;
  if (rows.empty() || rows.size() > most_digits ||
      rows.find_first_not_of("0123456789") != std::string::npos || chain.size() != chain_digits ||
      chain.find_first_not_of("0123456789abcdef") != std::string::npos) {
    bad_input("--kept cannot be '" + typed + "'", "write the head of the log as it was shown then");
  }
  return {std::stoll(rows), chain};
}

report::Report budget_report(const queries::Balance& balance, const std::optional<std::string>& user,
                             const std::vector<LedgerEntry>& questions, const std::string& head) {
  report::Report report;
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
  report::KeyValues facts{{{"budget", "ε = " + report::epsilon_text(balance.cap)},
                           {"spent", report::epsilon_text(balance.spent)},
                           {"left", report::epsilon_text(balance.left())},
                           {"answered", std::to_string(granted)},
                           {"asked again", std::to_string(repeated)},
                           {"refused", std::to_string(refused)},
                           {"head", head}}};
  if (user) {
    report.document.set("user", *user)
        .set("spent_by_user", balance.spent_by_user)
        .set("quota", balance.quota ? Value(*balance.quota) : Value());
    facts.entries.emplace_back("by " + *user,
                               report::epsilon_text(balance.spent_by_user) +
                                   (balance.quota ? " of " + report::epsilon_text(*balance.quota) : ""));
  }
  report.blocks.emplace_back(std::move(facts));
  return report;
}

// A log that is not whole says nothing about the budget that could be believed.
int show_tampering(const std::string& finding, Console& console, bool json) {
  report::Report report;
  report.document.set("intact", false).set("finding", finding);
  report.blocks.emplace_back(report::Paragraph{"The log was tampered with: " + finding + "."});
  console.show(report, json);
  return 1;
}

void ShowBudget::add_check(report::Report& report, const queries::LedgerCheck& check) const {
  if (!verify && !kept) return;
  report.document.set("intact", true).set("finding", Value());
  report.blocks.emplace_back(report::Paragraph{"The log is whole: " + std::to_string(check.rows) +
                                               " rows, each of which names the one before."});
}

void ShowBudget::write(report::Report& report, const std::string& log) const {
  if (!path) return;
  io::write_text_file(*path, log);
  report.document.set("output", *path);
  report.blocks.emplace_back(report::Paragraph{"Written to " + *path + "."});
}

std::string decisions_text(const std::vector<queries::DecisionEntry>& decisions) {
  std::string text = "entry,time,user,query,refused\n";
  for (const queries::DecisionEntry& one : decisions) {
    text += std::to_string(one.number) + "," + one.time + "," + csv_cell(one.user) + "," +
            csv_cell(one.query) + "," + (one.refusal == queries::Refusal::none ? "no" : "yes") + "\n";
  }
  return text;
}

// A restricted database spends nothing: what it has is a log of decisions.
int ShowBudget::show_decisions(const queries::Database& base, Console& console) const {
  if (user || !quotas.empty()) {
    bad_input("a restricted database has no budget to share", "leave out --user and --quota");
  }
  const queries::DecisionHistory history(base.restriction_path());
  const queries::LedgerCheck check = verify || kept
                                         ? history.verify(kept ? std::optional(head_of(*kept)) : std::nullopt)
                                         : queries::LedgerCheck();
  if (!check.intact) return show_tampering(check.finding, console, run_options.json);
  const std::vector<queries::DecisionEntry> decisions = history.entries();
  const auto refused = static_cast<std::size_t>(
      std::count_if(decisions.begin(), decisions.end(),
                    [](const queries::DecisionEntry& one) { return one.refusal != queries::Refusal::none; }));
  const std::string head = head_text(history.head());
  report::Report report;
  report.document.set("least", base.terms().restriction.least)
      .set("entries", decisions.size() - refused)
      .set("refused", refused)
      .set("head", head);
  report.blocks.emplace_back(report::KeyValues{
      {{"no sum of fewer than", std::to_string(base.terms().restriction.least) + " records"},
       {"answered", std::to_string(decisions.size() - refused)},
       {"refused", std::to_string(refused)},
       {"head", head}}});
  add_check(report, check);
  write(report, decisions_text(decisions));
  console.show(report, run_options.json);
  return 0;
}

int ShowBudget::operator()(Console& console) const {
  const queries::Database base(*database);
  if (path) io::check_output_place(*path, {base.ledger_path(), base.restriction_path()});
  if (base.terms().protection == queries::Protection::restrict) return show_decisions(base, console);
  const std::optional<queries::LedgerHead> before = kept ? std::optional(head_of(*kept)) : std::nullopt;
  queries::Ledger ledger(base.ledger_path());
  const queries::LedgerCheck check = verify || kept ? ledger.verify(before) : queries::LedgerCheck();
  if (!check.intact) return show_tampering(check.finding, console, run_options.json);
  for (const std::string& typed : quotas) set_quota(ledger, typed);
  const std::vector<LedgerEntry> questions = ledger.questions();
  report::Report report = budget_report(ledger.balance(user), user, questions, head_text(ledger.head()));
  add_check(report, check);
  write(report, log_text(questions));
  console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command query_budget_command() {
  const auto options = std::make_shared<ShowBudget>();
  return {
      .name = "budget",
      .summary = "Shows what was spent, verifies the log, exports it, and gives users their shares.",
      .description = "Exit status 1 says that the log was tampered with.",
      .arguments = {{"DB", "The database's folder.", Text{&options->database}}},
      .groups = {{"The budget",
                  {{"--user", "NAME", "Also what this user has spent.", Text{&options->user}},
                   {"--quota", "NAME=E", "Give a user a share of the budget, or 'none'; may be repeated.",
                    Texts{&options->quotas}},
                   {"--verify", "", "Check every row of the log.", Flag{&options->verify}},
                   {"--kept", "HEAD",
                    "And that the log goes on from the head that was shown then, and kept elsewhere.",
                    Text{&options->kept}},
                   {"-o,--output", "FILE",
                    "Every question as CSV, refused and repeated ones too, without answers.",
                    Text{&options->path}}}},
                 options->run_options.group()},
      .examples = {"sfumato query budget clinic --verify", "sfumato query budget clinic --quota anna=0.5"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
