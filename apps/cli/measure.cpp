// `sfumato measure`: how much risk and how much utility masked tables have, against their original.
#include <algorithm>
#include <memory>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/run_options.hpp"
#include "cli/scoring.hpp"
#include "cli/table_pair.hpp"
#include "compare/measures.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"

namespace sfumato::cli {
namespace {

struct Measuring {
  std::optional<std::string> original;
  std::vector<std::string> masked;
  std::vector<std::string> measures;
  std::vector<std::string> settings;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
};

struct Comparison {
  std::string masked_path;
  std::size_t masked_rows = 0;
  std::vector<Scored> scores;
};

report::TableBlock single_table(const Comparison& comparison) {
  report::TableBlock table{{{"measure"}, {"value", report::Align::right}, {"side"}, {"better"}, {"note"}},
                           {}};
  for (const Scored& scored : comparison.scores) {
    const MeasureInfo& info = scored.request->measure->info;
    table.rows.push_back({info.name, score_text(scored.score), std::string(to_text(info.side)),
                          std::string(to_text(info.better)), scored.score.note});
  }
  return table;
}

std::string file_mark(std::size_t number) {
  return std::string("(").append(std::to_string(number)).append(")");
}

report::Report measure_report(const std::string& original, const std::vector<std::string>& columns,
                              std::size_t rows, const std::vector<Comparison>& comparisons) {
  report::Report report;
  report.document.set("original", original);
  if (comparisons.size() == 1) report.document.set("masked", comparisons.front().masked_path);
  report.document.set("columns", Value::array_of(columns)).set("rows", rows);
  if (comparisons.size() == 1) {
    report.document.set("measures", scores_value(comparisons.front().scores));
    report.blocks.push_back(single_table(comparisons.front()));
    return report;
  }
  Value list = Value::array();
  report::KeyValues files;
  for (const Comparison& comparison : comparisons) {
    Value entry = Value::object();
    entry.set("masked", comparison.masked_path)
        .set("rows", comparison.masked_rows)
        .set("measures", scores_value(comparison.scores));
    list.push(entry);
    files.entries.emplace_back(file_mark(files.entries.size() + 1), comparison.masked_path);
  }
  report.document.set("comparisons", list);
  // The files are numbered, since their paths are long.
  std::vector<ScoredTable> tables;
  for (const Comparison& comparison : comparisons) {
    tables.push_back({file_mark(tables.size() + 1), &comparison.scores});
  }
  const std::vector<Scored> means = mean_scores(tables);
  report.document.set("measures", scores_value(means));
  std::vector<ScoredTable> columns_shown = tables;
  columns_shown.push_back({"mean", &means});
  report.blocks.push_back(scores_table(columns_shown));
  if (const report::KeyValues notes = score_notes(tables); !notes.entries.empty()) {
    report.blocks.push_back(notes);
  }
  report.blocks.push_back(files);
  return report;
}

void add_new(std::vector<std::string>& warnings, const std::vector<std::string>& more) {
  for (const std::string& warning : more) {
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
  }
}

int Measuring::operator()(Console& console) const {
  const std::vector<MeasureRequest> requests = measure_requests(measures, settings);
  const io::ReadOptions read = data_options.read_options();
  Work work(run_options, console);
  const io::TableFile file = io::read_table(*original, read, work.run());
  const ColumnChoice choice = choose_columns(file.table, data_options.columns);
  if (choice.columns.empty()) {
    bad_input("'" + *original + "' has no column to compare",
              "name some with --columns; without roles, numeric columns are compared");
  }
  std::vector<std::string> warnings;
  std::vector<Comparison> comparisons;
  for (const std::string& path : masked) {
    const TablePair pair = read_pair(file, choice, path, data_options, work.run());
    std::vector<std::string> found;
    comparisons.push_back({path, pair.masked.rows(), score_all(pair, requests, work.run(), found)});
    add_new(warnings, found);
  }
  work.hide_progress();
  report::Report report =
      measure_report(*original, file.table.names(choice.columns), file.table.rows(), comparisons);
  report.warnings = warnings;
  console.show(report, run_options.json);
  return 0;
}

}  // namespace

Command measure_command() {
  const auto options = std::make_shared<Measuring>();
  OptionGroup what{
      "What to measure",
      {{"--measures", "A,B", "Measures to take; without it all of them ('sfumato measures' lists them).",
        List{&options->measures}, false, entry_names(compare::measures())},
       {"--set", "MEASURE.PARAM=VALUE", "A parameter of a measure; may be repeated.",
        Texts{&options->settings}},
       options->run_options.seed_option()}};
  what.options.back().doc = "Start of the random draws of measures that draw.";
  return {.name = "measure",
          .summary = "Measures the risk and the utility of masked tables against their original.",
          .description =
              "Columns are matched by name. Row i of a masked file is taken to come from row i of the "
              "original, unless its sidecar says otherwise. Of several masked files, such as the copies of "
              "one release, the mean of each measure is given too.",
          .arguments = {{"ORIGINAL", "The original data file.", Text{&options->original}},
                        {"MASKED", "Masked data files, one or more.", Texts{&options->masked}}},
          .groups = {what,
                     options->data_options.group(
                         "Columns to compare; without it the quasi-identifiers and confidential columns, "
                         "and with no roles every numeric column."),
                     options->run_options.group()},
          .examples = {"sfumato measure people.csv masked.csv",
                       "sfumato measure people.csv masked.csv --measures rank-linkage,information-loss"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
