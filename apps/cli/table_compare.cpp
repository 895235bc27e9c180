// `sfumato table compare`: protects a table in every way that fits, all at the same levels, ranks them by
// information loss, and writes the best with a report.
#include <filesystem>
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/comparison_folder.hpp"
#include "cli/export_options.hpp"
#include "cli/param_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/output_file.hpp"
#include "io/output_place.hpp"
#include "io/table_file.hpp"
#include "jobs/provenance.hpp"
#include "report/table_comparison_report.hpp"
#include "report/table_jobs.hpp"
#include "report/table_making.hpp"
#include "report/table_page.hpp"
#include "tables/formats/publication.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

// The files of a comparison in its folder; comparison.json comes last: a folder that has it is complete.
struct Places {
  explicit Places(const std::string& folder)
      : winner(folder + "/winner.json"),
        publication(folder + "/winner.csv"),
        page(folder + "/report.html"),
        rows(folder + "/comparison.csv"),
        document(folder + "/comparison.json") {}
  std::vector<std::string> all() const { return {winner, publication, page, rows, document}; }

  std::string winner, publication, page, rows, document;
};

struct CompareTable {
  CellTableOptions source;
  ParamOptions params{param_list<jobs::TableCompareRequest>().infos()};
  std::optional<std::string> ptable, folder, mark;
  bool force = false;
  FormulaOption formulas;
  ExportOptions export_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  jobs::TableCompareRequest request() const;
  std::vector<std::string> inputs() const;
  void check_folder() const;
  ComparisonExports exported() const { return {*folder, export_options.exports({})}; }
  // Records the files in the comparison; returns warnings.
  std::vector<std::string> write(report::TableComparison& comparison, const Run& run) const;
  report::KeyValues files_block(const report::TableComparison& comparison) const;
};

jobs::TableCompareRequest CompareTable::request() const {
  ParamValues given = params.given();
  if (ptable) given.emplace_back("ptable", io::read_text_file(*ptable));
  auto result = jobs::make_request<jobs::TableCompareRequest>(given);
  if (ptable) result.ptable_source = *ptable;
  return result;
}

std::vector<std::string> CompareTable::inputs() const {
  std::vector<std::string> result = source.inputs();
  if (ptable) result.push_back(*ptable);
  return result;
}

void CompareTable::check_folder() const {
  const Places places(*folder);
  std::vector<std::string> files = places.all();
  for (const std::string& path : exported().files()) files.push_back(path);
  check_comparison_files(*folder, files, places.document, {"methods", "winner"}, inputs(), force);
}

std::vector<std::string> CompareTable::write(report::TableComparison& comparison, const Run& run) const {
  std::vector<std::string> warnings;
  io::make_folder(*folder);
  const Places places(*folder);
  std::error_code ignored;  // removes the winner of an earlier comparison
  for (const std::string& path : {places.document, places.winner, places.publication}) {
    fs::remove(path, ignored);
  }
  if (const tables::ComparedProtection* winner = comparison.winner()) {
    tables::write_cell_table(winner->table, places.winner);
    warnings =
        tables::write_publication(winner->table, places.publication, mark.value_or("x"), formulas.value());
    comparison.making.files.push_back(
        jobs::provenance_file("the table for publication, by " + winner->method, places.publication));
    comparison.making.files.push_back(jobs::provenance_file("the same with all data", places.winner));
  }
  const Table rows = report::table_comparison_rows(comparison);
  io::write_table(rows, places.rows, {}, run);
  exported().write(report::table_map_figure(comparison), rows);
  io::write_text_file(places.page, with_flags(report::table_comparison_page(comparison)), io::owner_only);
  io::write_text_file(places.document, json_with_flags(report::table_comparison_report(comparison)),
                      io::owner_only);
  return warnings;
}

report::KeyValues CompareTable::files_block(const report::TableComparison& comparison) const {
  const Places places(*folder);
  report::KeyValues files;
  if (const tables::ComparedProtection* winner = comparison.winner()) {
    files.entries.emplace_back(places.publication, "the table for publication, by " + winner->method);
    files.entries.emplace_back(places.winner, "the same with all data, confidential; can be read back");
  }
  files.entries.emplace_back(places.page, "the report, confidential");
  files.entries.emplace_back(places.document, "the same as JSON, confidential");
  files.entries.emplace_back(places.rows, "the ranking as a table");
  exported().add_to(files);
  return files;
}

int CompareTable::operator()(Console& console) const {
  if (!folder && !run_options.json) {
    bad_input("table compare needs a folder for its files", "name one with -o, or use --json");
  }
  jobs::TableCompareRequest wanted = request();
  wanted.rule_options();  // reports a wrong rule before any file is read
  if (folder) check_folder();
  JobRun work(run_options, console);
  const jobs::TableCompareRequest question = wanted;
  wanted.table = source.read(work.run(), wanted.notes);
  auto asked = report::table_question(wanted, *source.path, ptable.value_or(""));
  report::TableComparison comparison = report::table_comparison(
      jobs::compare_table(std::move(wanted), work.run()), *source.path, std::move(asked), io::today());
  comparison.making.command = console.command;
  comparison.making.parameters =
      with_flags(report::table_compare_parameters(params.given(), ptable.value_or("")));
  comparison.making.attacker = report::attacker_words(comparison.original, question);
  for (const std::string& path : inputs()) {
    comparison.making.files.push_back(jobs::provenance_file("input", path));
  }
  std::vector<std::string> warnings;
  if (folder) warnings = write(comparison, work.run());
  work.hide_progress();
  report::Report report = report::table_comparison_report(comparison);
  report.warnings.insert(report.warnings.end(), warnings.begin(), warnings.end());
  if (folder) report.blocks.emplace_back(files_block(comparison));
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  console.show(report, run_options.json);
  return comparison.winner() != nullptr ? 0 : 1;
}

OptionGroup question(CompareTable& options) {
  OptionGroup group =
      options.params.group("The question", {"methods", "rank-by", "totals", "time-limit", "work-limit"});
  group.options.push_back({"--ptable", "FILE",
                           "The ptable of perturb; without it, one of variance 2 and noise up to 4.",
                           Text{&options.ptable}});
  return group;
}

}  // namespace

Command compare_table_command() {
  const auto options = std::make_shared<CompareTable>();
  OptionGroup output{
      "Output",
      {{"-o,--output", "DIR", "Folder for winner.csv, winner.json, report.html, comparison.json and .csv.",
        Text{&options->folder}},
       {"--mark", "TEXT", "The text of a suppressed cell in winner.csv; default 'x'.", Text{&options->mark}},
       options->formulas.option(),
       {"--force", "", "Overwrite files in DIR that are not from a comparison.", Flag{&options->force}}}};
  for (Option& option : options->export_options.map_options()) output.options.push_back(std::move(option));
  return {.name = "compare",
          .summary = "Protects a table in every way that fits, and ranks the results by information loss.",
          .description =
              "Suppression, rounding, adjustment and recoding must all meet the protection levels of the "
              "table, and only safe results are ranked; perturbation, which no audit can prove safe, is "
              "listed without a rank. What is proposed changes no published total, unless you ask for it. A "
              "suppressed cell counts with its whole value, a changed cell with the "
              "size of the change. All files except winner.csv are confidential: do not publish them. Exit "
              "status 1: no protection is safe.",
          .arguments = {options->source.argument()},
          .groups = {question(*options),
                     options->params.group("The attacker", {"ignore-singletons", "prior", "whole"}),
                     options->params.group("The rules", {"rule", "safety-range", "holdings", "unweighted"}),
                     output, options->source.group(), options->run_options.group()},
          .examples = {"sfumato table compare checked.json -o out",
                       "sfumato table compare table.json --rule p-percent=15 --rank-by cells -o out",
                       "sfumato table compare table.jj --methods suppress-optimal,round,adjust --json"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
