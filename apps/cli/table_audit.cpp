// `sfumato table audit`: what the published cells still tell about the suppressed ones, whoever chose them.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "report/table_audit_report.hpp"
#include "tables/audit/audit.hpp"

namespace sfumato::cli {
namespace {

struct AuditTable {
  CellTableOptions source;
  std::optional<std::string> prior;
  bool whole = false, ignore_singletons = false;
  RunOptions run_options;

  int operator()(Console& console) const;
  tables::AuditOptions audit_options() const;
};

tables::AuditOptions AuditTable::audit_options() const {
  tables::AuditOptions result;
  result.insiders = !ignore_singletons;
  result.whole_numbers = whole;
  if (prior) {
    result.prior_percent = parse_number(*prior);
    if (!result.prior_percent || !(*result.prior_percent >= 0)) {
      bad_input("--prior cannot be '" + *prior + "'",
                "write how near an attacker knows each cell, in percent, for example --prior 50");
    }
  }
  return result;
}

int AuditTable::operator()(Console& console) const {
  const tables::AuditOptions wanted = audit_options();
  Work work(run_options, console);
  std::vector<std::string> notes;
  const tables::CellTable table = source.read(work.run(), notes);
  if (wanted.insiders && table.contributors.empty()) {
    notes.emplace_back("the file does not say who contributes, so that no insider was tried");
  }
  const tables::Audit audit = tables::audit(table, wanted, work.run());
  work.hide_progress();
  console.show(report::table_audit_report(table, audit, notes), run_options.json);
  return audit.safe ? 0 : 1;
}

}  // namespace

Command audit_table_command() {
  const auto options = std::make_shared<AuditTable>();
  const OptionGroup attacker{
      "The attacker",
      {{"--prior", "PERCENT",
        "What is known of each cell before publication: its value within so many percent. Bounds of the "
        "file's own win; without either, cells are 0 or more.",
        Text{&options->prior}},
       {"--whole", "", "The attacker knows that counts are whole numbers.", Flag{&options->whole}},
       {"--ignore-singletons", "", "Leave out contributors who know their own cells.",
        Flag{&options->ignore_singletons}}}};
  return {.name = "audit",
          .summary = "Solves the attacker's problem: how near can suppressed cells be known?",
          .description =
              "Any table with statuses can be audited, whoever protected it. Of every sensitive cell the "
              "interval that the published cells leave is set against the one that its protection levels "
              "ask for. Exit status 1 says that some cell is not safe.",
          .arguments = {options->source.argument()},
          .groups = {attacker, options->source.group(), options->run_options.group()},
          .examples = {"sfumato table audit protected.json",
                       "sfumato table audit theirs.tab --metadata theirs.rda",
                       "sfumato table audit counts.jj --whole"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
