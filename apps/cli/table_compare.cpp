// `sfumato table compare`: protects a table in every way that fits, all at the same levels, ranks them by
// what they lose, and writes the best with a report.
#include <filesystem>
#include <memory>

#include "cli/cell_table_options.hpp"
#include "cli/comparison_folder.hpp"
#include "cli/comparison_output.hpp"
#include "cli/protected_output.hpp"
#include "cli/rule_options.hpp"
#include "cli/run_options.hpp"
#include "cli/table_commands.hpp"
#include "core/error.hpp"
#include "core/text_list.hpp"
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "report/json.hpp"
#include "report/table_comparison_report.hpp"
#include "report/table_page.hpp"
#include "tables/comparison/comparison.hpp"
#include "tables/formats/publication.hpp"
#include "tables/formats/table_file.hpp"

namespace sfumato::cli {
namespace {

namespace fs = std::filesystem;

// The files of a comparison in its folder; comparison.json comes last: a folder that has it is whole.
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
  RuleChoice rules;
  std::vector<std::string> methods;
  std::optional<std::string> rank, time_limit, prior, ptable, folder, mark;
  bool ignore_singletons = false, whole = false, force = false;
  RunOptions run_options;

  int operator()(Console& console) const;
  tables::ComparisonOptions wanted() const;
  tables::CellTable table(const Run& run, std::vector<std::string>& notes) const;
  std::vector<std::string> inputs() const;
  std::vector<std::pair<std::string, std::string>> asked() const;
  void check_folder() const;
  void write(const report::TableComparison& comparison, const Run& run) const;
  report::KeyValues files_block(const report::TableComparison& comparison) const;
};

tables::ComparisonOptions CompareTable::wanted() const {
  tables::ComparisonOptions result;
  result.methods = methods;
  if (rank) {
    const auto named = tables::rank_by(*rank);
    if (!named) bad_input("--rank-by cannot be '" + *rank + "'", "write loss, cells or cost");
    result.rank = *named;
  }
  result.limit.amount = positive_number("--time-limit", time_limit, result.limit.amount);
  if (prior) result.attacker.prior_percent = positive_number("--prior", prior, 0);
  result.attacker.insiders = !ignore_singletons;
  result.attacker.whole_numbers = whole;
  if (ptable) result.ptable = tables::read_ptable(*ptable);
  return result;
}

tables::CellTable CompareTable::table(const Run& run, std::vector<std::string>& notes) const {
  const tables::RuleOptions chosen = rules.chosen();
  tables::CellTable result = source.read(run, notes);
  if (!chosen.rules.empty()) {
    tables::CheckedTable checked = tables::apply_rules(std::move(result), chosen);
    result = std::move(checked.table);
    notes.insert(notes.end(), checked.notes.begin(), checked.notes.end());
  }
  for (const tables::Cell& cell : result.cells) {
    if (cell.status == tables::CellStatus::primary) return result;
  }
  bad_input("no cell of '" + *source.path + "' is sensitive, so that there is nothing to protect",
            "name a rule, for example --rule p-percent=15, or compare a table that 'table check' wrote");
}

std::vector<std::string> CompareTable::inputs() const {
  std::vector<std::string> result = source.inputs();
  if (ptable) result.push_back(*ptable);
  return result;
}

std::vector<std::pair<std::string, std::string>> CompareTable::asked() const {
  std::vector<std::pair<std::string, std::string>> result{{"table", *source.path}};
  if (!rules.rules.empty()) result.emplace_back("rules", enumerated(rules.rules));
  if (rules.safety_range) result.emplace_back("safety range", *rules.safety_range + " %");
  if (!methods.empty()) result.emplace_back("methods", enumerated(methods));
  result.emplace_back("ranked by", rank.value_or("loss"));
  result.emplace_back("time limit", time_limit.value_or("60") + " seconds for each");
  result.emplace_back("contributors who attack", ignore_singletons ? "ignored" : "taken into account");
  if (prior) result.emplace_back("known beforehand", "each cell within " + *prior + " %");
  if (whole) result.emplace_back("whole numbers", "known to the attacker");
  if (ptable) result.emplace_back("ptable", *ptable);
  return result;
}

void CompareTable::check_folder() const {
  const Places places(*folder);
  check_comparison_files(*folder, places.all(), places.document, {"methods", "winner"}, inputs(), force);
}

void CompareTable::write(const report::TableComparison& comparison, const Run& run) const {
  make_folder(*folder);
  const Places places(*folder);
  std::error_code ignored;  // no winner of an earlier comparison may be taken for this one's
  for (const std::string& path : {places.document, places.winner, places.publication}) {
    fs::remove(path, ignored);
  }
  if (const tables::ComparedProtection* winner = comparison.winner()) {
    tables::write_cell_table(winner->table, places.winner);
    tables::write_publication(winner->table, places.publication, mark.value_or("x"));
  }
  io::write_table(report::table_comparison_rows(comparison), places.rows, {}, run);
  io::write_text_file(places.page, report::table_comparison_page(comparison));
  io::write_text_file(places.document, report::json_document(report::table_comparison_report(comparison)));
}

report::KeyValues CompareTable::files_block(const report::TableComparison& comparison) const {
  const Places places(*folder);
  report::KeyValues files;
  if (const tables::ComparedProtection* winner = comparison.winner()) {
    files.entries.emplace_back(places.publication, "the table for the public, by " + winner->method);
    files.entries.emplace_back(places.winner, "the same for the house, which can be read back");
  }
  files.entries.emplace_back(places.page, "the report, for the house");
  files.entries.emplace_back(places.document, "the same for programs");
  files.entries.emplace_back(places.rows, "the ranking as a table");
  return files;
}

int CompareTable::operator()(Console& console) const {
  if (!folder && !run_options.json) {
    bad_input("table compare needs a folder for its files", "name one with -o, or ask for --json alone");
  }
  const tables::ComparisonOptions options = wanted();
  if (folder) check_folder();
  Work work(run_options, console);
  report::TableComparison comparison;
  comparison.source = *source.path;
  comparison.original = table(work.run(), comparison.warnings);
  if (options.attacker.insiders && comparison.original.contributors.empty()) {
    comparison.warnings.emplace_back(
        "the file does not say who contributes, so that no contributor was tried as an attacker");
  }
  comparison.rank_by = options.rank;
  comparison.asked = asked();
  comparison.made_on = today();
  comparison.protections = tables::compare_protections(comparison.original, options, work.run());
  if (folder) write(comparison, work.run());
  work.hide_progress();
  report::Report report = report::table_comparison_report(comparison);
  if (folder) report.blocks.emplace_back(files_block(comparison));
  if (run_options.quiet && !run_options.json) report.blocks.clear();
  console.show(report, run_options.json);
  return comparison.winner() != nullptr ? 0 : 1;
}

OptionGroup question(CompareTable& options) {
  return {"The question",
          {{"--methods", "A,B", "Protections that take part; without it all, perturb where cells have keys.",
            List{&options.methods}, false, tables::protection_names()},
           {"--rank-by",
            "A",
            "loss (of value), cells or cost: what the ranking is by; 'loss' unless given.",
            Text{&options.rank},
            false,
            {"loss", "cells", "cost"}},
           {"--time-limit", "SECONDS", "For each protection; 60 unless given.", Text{&options.time_limit}},
           {"--ptable", "FILE", "The ptable of perturb; without it, one of variance 2 and noise up to 4.",
            Text{&options.ptable}}}};
}

OptionGroup attacker(CompareTable& options) {
  return {"The attacker",
          {{"--ignore-singletons", "", "Leave out contributors who know their own cells.",
            Flag{&options.ignore_singletons}},
           {"--prior", "PERCENT",
            "What is known of each cell before publication: its value within so many percent.",
            Text{&options.prior}},
           {"--whole", "", "The attacker knows that counts are whole numbers.", Flag{&options.whole}}}};
}

}  // namespace

Command compare_table_command() {
  const auto options = std::make_shared<CompareTable>();
  const OptionGroup output{
      "Output",
      {{"-o,--output", "DIR", "Folder for winner.csv, winner.json, report.html, comparison.json and .csv.",
        Text{&options->folder}},
       {"--mark", "TEXT", "What stands for a suppressed cell in winner.csv; 'x' unless given.",
        Text{&options->mark}},
       {"--force", "", "Overwrite files in DIR that are not from a comparison.", Flag{&options->force}}}};
  return {.name = "compare",
          .summary = "Protects a table in every way that fits, and ranks the ways by what they lose.",
          .description =
              "Suppression, rounding, adjustment and recoding are all held to the levels of the table, and "
              "only what is found safe is ranked; perturbation, which no audit can prove safe, is listed "
              "without a rank. What is left out counts with its whole value, what is changed with the size "
              "of the change. All files but winner.csv stay in the house. Exit status 1: no protection is "
              "safe.",
          .arguments = {options->source.argument()},
          .groups = {question(*options), attacker(*options), options->rules.group(), output,
                     options->source.group(), options->run_options.group()},
          .examples = {"sfumato table compare checked.json -o out",
                       "sfumato table compare table.json --rule p-percent=15 --rank-by cells -o out",
                       "sfumato table compare table.jj --methods suppress-optimal,round,adjust --json"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
