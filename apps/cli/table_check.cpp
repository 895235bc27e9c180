// `sfumato table check`: which cells would betray a respondent, by which rule, and to whom.
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/rule_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "report/table_check_report.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::cli {
namespace {

struct CheckTable {
  CellTableOptions source;
  RuleChoice rules;
  CellTableOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
};

bool has_primary(const tables::CellTable& table) {
  for (const tables::Cell& cell : table.cells) {
    if (cell.status == tables::CellStatus::primary) return true;
  }
  return false;
}

int CheckTable::operator()(Console& console) const {
  const tables::RuleOptions wanted = rules.chosen();
  output.check(source.inputs());
  Work work(run_options, console);
  std::vector<std::string> said;
  tables::CellTable table = source.read(work.run(), said);
  if (wanted.rules.empty() && table.rules.empty() && !has_primary(table)) {
    bad_input("there is no rule to check '" + *source.path + "' by",
              "name one with --rule, for example --rule p-percent=15");
  }
  const tables::CheckedTable checked = tables::apply_rules(std::move(table), wanted);
  const std::vector<std::string> lost = output.write(checked.table, source.inputs());
  work.hide_progress();
  report::Report report = report::table_check_report(checked);
  report.document.set("output", output.path ? Value(*output.path) : Value());
  report.warnings.insert(report.warnings.end(), said.begin(), said.end());
  report.warnings.insert(report.warnings.end(), lost.begin(), lost.end());
  if (output.path) report.blocks.push_back(report::Paragraph{"Written to " + *output.path + "."});
  if (!run_options.quiet || run_options.json || !output.path) console.show(report, run_options.json);
  return has_primary(checked.table) ? 1 : 0;
}

}  // namespace

Command check_table_command() {
  const auto options = std::make_shared<CheckTable>();
  return {
      .name = "check",
      .summary = "Lists the cells that would betray a respondent, by sensitivity rules.",
      .description =
          "Exit status 1 says that there are such cells. A table that brings its own statuses, as .jj does, "
          "needs no rule.",
      .arguments = {options->source.argument()},
      .groups = {options->rules.group(),
                 options->source.group(),
                 {"The output", options->output.options("Where the table with statuses and levels goes.")},
                 options->run_options.group()},
      .examples =
          {"sfumato table check table.json --rule p-percent=15 -o checked.json",
           "sfumato table check table.json --rule dominance=1,85 --rule frequency=3 --safety-range 20"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
