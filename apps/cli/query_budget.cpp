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
  report::KeyValues facts{{{"budget", "ε = " + epsilon_text(balance.cap)},
                           {"spent", epsilon_text(balance.spent)},
                           {"left", epsilon_text(balance.left())},
                           {"answered", std::to_string(granted)},
                           {"asked again", std::to_string(repeated)},
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

int ShowBudget::operator()(Console& console) const {
  const queries::Database base(*database);
  if (path) io::check_output_place(*path, {base.ledger_path()});
  const std::optional<queries::LedgerHead> before = kept ? std::optional(head_of(*kept)) : std::nullopt;
  queries::Ledger ledger(base.ledger_path());
  queries::LedgerCheck check;
  const bool checked = verify || kept;
  if (checked) check = ledger.verify(before);
  if (!check.intact) return show_tampering(check.finding, console, run_options.json);
  for (const std::string& typed : quotas) set_quota(ledger, typed);
  const std::vector<LedgerEntry> questions = ledger.questions();
  report::Report report = budget_report(ledger.balance(user), user, questions, head_text(ledger.head()));
  if (checked) {
    report.document.set("intact", true).set("finding", Value());
    report.blocks.emplace_back(report::Paragraph{"The log is whole: " + std::to_string(check.rows) +
                                                 " rows, each of which names the one before."});
  }
  if (path) {
    io::write_text_file(*path, log_text(questions));
    report.document.set("output", *path);
    report.blocks.emplace_back(report::Paragraph{"Written to " + *path + "."});
  }
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
