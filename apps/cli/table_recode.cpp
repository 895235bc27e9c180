// `sfumato table protect recode`: gives up levels of the dimensions until no cell is sensitive.
#include <algorithm>
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/protected_output.hpp"
#include "cli/rule_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "io/output_file.hpp"
#include "report/table_protection_report.hpp"
#include "tables/formats/recode_file.hpp"
#include "tables/recoding/recoding.hpp"

namespace sfumato::cli {
namespace {

struct RecodeTable {
  CellTableOptions source;
  RuleChoice rules;
  bool by_cost = false;
  std::vector<std::string> write_recodes;
  ProtectedOutput output;
  RunOptions run_options;

  int operator()(Console& console) const;
};

// Files for 'table tabulate --recode' that make the same table from the records.
void write_cuts(const std::vector<ForColumn>& wanted, const tables::CellTable& table,
                const tables::Recoding& made, std::vector<std::string>& notes) {
  for (const ForColumn& one : wanted) {
    const auto same = [&](const tables::Dimension& dimension) { return dimension.name == one.column; };
    const auto before = std::find_if(table.dimensions.begin(), table.dimensions.end(), same);
    const auto after = std::find_if(made.table.dimensions.begin(), made.table.dimensions.end(), same);
    if (before == table.dimensions.end()) {
      bad_input("--write-recode names '" + one.column + "', which is no dimension of the table");
    }
    const tables::Recode recode =
        after == made.table.dimensions.end() ? tables::Recode() : tables::cuts_between(*before, *after);
    const bool total_alone = after == made.table.dimensions.end() || after->codes.size() == 1;
    if (recode.cuts.empty() || total_alone) {
      notes.push_back(
          "'" + one.what + "' was not written: '" + one.column +
          (total_alone ? "' is left with its total alone, so leave it out of --by" : "' was not cut"));
      continue;
    }
    io::write_text_file(one.what, tables::recode_text(recode));
  }
}

int RecodeTable::operator()(Console& console) const {
  tables::RecodingOptions options;
  options.rules = rules.chosen();
  options.loss = by_cost ? tables::RecodingLoss::cost : tables::RecodingLoss::cells;
  output.check(source.inputs());
  std::vector<ForColumn> recodes;
  for (const std::string& typed : write_recodes) {
    recodes.push_back(for_column("--write-recode", typed, "region=region.grc"));
    io::check_output_place(recodes.back().what, source.inputs());
  }
  Work work(run_options, console);
  std::vector<std::string> notes;
  const tables::CellTable table = source.read(work.run(), notes);
  if (options.rules.rules.empty()) {
    for (const std::string& note : require_checked(table)) notes.push_back(note);
  }
  const tables::Recoding made = tables::recode(table, options);
  if (made.attained) {
    const std::vector<std::string> lost = output.write(made.table, source.inputs());
    notes.insert(notes.end(), lost.begin(), lost.end());
    write_cuts(recodes, table, made, notes);
  }
  work.hide_progress();
  report::Report report = report::table_recoding_report(table, made);
  report.warnings.insert(report.warnings.end(), notes.begin(), notes.end());
  output.show(std::move(report), made.attained, run_options, console);
  return made.attained ? 0 : 1;
}

}  // namespace

Command recode_table_command() {
  const auto options = std::make_shared<RecodeTable>();
  OptionGroup rules = options->rules.group();
  rules.options.push_back({"--by-cost", "", "Lose cells of the least cost instead of the fewest cells.",
                           Flag{&options->by_cost}});
  rules.options.push_back(
      {"--write-recode", "COLUMN=FILE",
       "Where a hierarchy was cut, as a .grc for 'table tabulate --recode'; may be repeated.",
       Texts{&options->write_recodes}});
  return {.name = "recode",
          .summary = "Gives up levels of the dimensions until no cell is sensitive.",
          .description =
              "Without rules the cells that are marked as sensitive count. Among all combinations of levels "
              "without a "
              "sensitive cell the one that loses least is taken.",
          .arguments = {options->source.argument()},
          .groups = {rules, options->source.group(), options->output.group("The coarser table."),
                     options->run_options.group()},
          .examples = {"sfumato table protect recode table.json --rule p-percent=15 -o coarse.json"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
