// `sfumato measure`: how much risk and how much utility masked tables have, against their original.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/intruder.hpp"
#include "cli/measure_report.hpp"
#include "cli/record_map.hpp"
#include "cli/run_options.hpp"
#include "cli/score_table.hpp"
#include "cli/table_pair.hpp"
#include "compare/measures.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/registry.hpp"
#include "io/table_file.hpp"
#include "release/hierarchies.hpp"
#include "release/named_table.hpp"
#include "risk/joint_linkage.hpp"
#include "stats/ranks/reverse_mapping.hpp"

namespace sfumato::cli {
namespace {

struct Measuring {
  std::optional<std::string> original;
  std::vector<std::string> masked;
  std::vector<std::string> measures;
  std::vector<std::string> settings;
  std::vector<std::string> expressions;
  std::optional<std::string> map, intruder, match, per_record, permutation;
  bool no_mapping = false, per_column = false;
  DataOptions data_options;
  RunOptions run_options;

  int operator()(Console& console) const;
  void check_options() const;
  void check_outputs(const std::vector<std::string>& tables) const;
  std::vector<MeasureRequest> requests(const std::vector<compare::Expression>& scores) const;
  std::vector<std::string> of_one_file(std::vector<std::string> names) const;
  std::vector<TablePair> pairs(const io::TableFile& file, const ColumnChoice& choice, const Run& run) const;
  TablePair pair(const io::TableFile& file, const ColumnChoice& choice, const std::string& path,
                 const Run& run) const;
};

void add_new(std::vector<std::string>& warnings, const std::vector<std::string>& more) {
  for (const std::string& warning : more) {
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
  }
}

void Measuring::check_options() const {
  if (intruder.has_value() != match.has_value()) {
    bad_input("--intruder and --match go together",
              "name the file and the column that tells its records apart");
  }
  if (map && no_mapping) bad_input("--map and --no-mapping contradict each other", "leave one of them out");
  if (!masked.empty()) return;
  for (const auto& [option, given] : {std::pair("--map", map.has_value()),
                                      {"--no-mapping", no_mapping},
                                      {"--intruder", intruder.has_value()},
                                      {"--export-permutation", permutation.has_value()}}) {
    if (given) bad_input(std::string(option) + " needs a masked file", "name one after the original");
  }
}

// An output file must not be any that is read.
void Measuring::check_outputs(const std::vector<std::string>& tables) const {
  for (const auto& [option, path] :
       {std::pair("--per-record", per_record), {"--export-permutation", permutation}}) {
    if (!path) continue;
    if (masked.size() > 1) {
      bad_input(std::string(option) + " is for one masked file", "measure the files one by one");
    }
    std::vector<std::string> inputs = masked;
    inputs.insert(inputs.end(), tables.begin(), tables.end());
    inputs.push_back(*original);
    for (const auto& input : {map, intruder}) {
      if (input) inputs.push_back(*input);
    }
    io::check_output(*path, "", inputs);
  }
}

// Of a file without a masked partner, only measures that look at one file have something to say.
std::vector<std::string> Measuring::of_one_file(std::vector<std::string> names) const {
  for (const std::string& name : names) {
    if (compare::of_one_file(compare::measure(name).info)) continue;
    bad_input("measure '" + name + "' compares a masked file with its original",
              "name a masked file after '" + *original + "'");
  }
  if (!names.empty()) return names;
  for (const Measure& measure : compare::measures()) {
    if (compare::of_one_file(measure.info)) names.push_back(measure.info.name);
  }
  return names;
}

// Measures that a score of one's own names are taken too; with such a score alone, only these.
std::vector<MeasureRequest> Measuring::requests(const std::vector<compare::Expression>& scores) const {
  std::vector<std::string> names = measures;
  for (const compare::Expression& score : scores) {
    for (const std::string& name : score.names()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  if (masked.empty()) names = of_one_file(std::move(names));
  std::vector<MeasureRequest> result = compare::measure_requests(names, settings);
  if (intruder && names.empty()) {
    std::erase_if(result, [](const MeasureRequest& request) {
      const MeasureInfo& info = request.measure->info;
      return info.side != Side::risk || info.by_default == ByDefault::unmapped;
    });
  }
  return result;
}

TablePair Measuring::pair(const io::TableFile& file, const ColumnChoice& choice, const std::string& path,
                          const Run& run) const {
  TablePair result = read_pair(file, choice, path, data_options, run);
  if (no_mapping) result.mapping = Mapping::none;
  if (!map) return result;
  return compare::aligned(result, read_record_map(*map, result.masked.rows(), result.original.rows(), run));
}

// Without a masked file, the original beside itself.
std::vector<TablePair> Measuring::pairs(const io::TableFile& file, const ColumnChoice& choice,
                                        const Run& run) const {
  std::vector<TablePair> result;
  for (const std::string& path : masked) result.push_back(pair(file, choice, path, run));
  if (masked.empty()) {
    result.push_back(compare::pair_of(file.table, file.table, choice, "'" + *original + "'"));
  }
  return result;
}

// One row per original record, one column per measure that has a risk for each.
Table record_risks(const TablePair& pair, const std::vector<Scored>& scores, std::size_t rows) {
  std::vector<ColumnInfo> schema(1);
  schema[0].name = "record";
  Integers numbers;
  for (std::size_t row = 0; row < rows; ++row) numbers.values.push_back(static_cast<std::int64_t>(row) + 1);
  std::vector<Column> columns{numbers};
  for (const Scored& scored : scores) {
    const std::vector<double>& risks = scored.score.per_record;
    if (risks.empty()) continue;
    Numbers values(rows, std::nan(""));
    for (std::size_t i = 0; i < risks.size(); ++i) values[pair.rows.empty() ? i : pair.rows[i]] = risks[i];
    ColumnInfo info;
    info.name = scored.request->measure->info.name;
    schema.push_back(info);
    columns.emplace_back(std::move(values));
  }
  if (columns.size() == 1) {
    bad_input("--per-record has nothing to write: no measure that was taken has a risk for each record",
              "take distance-linkage or rank-linkage, for example");
  }
  return {schema, columns};
}

void export_permutation(const TablePair& pair, const std::string& path, const Run& run) {
  if (pair.mapping != Mapping::same_rows || pair.original.rows() != pair.masked.rows()) {
    bad_input("--export-permutation needs to know which record came from which",
              "name the controller's map with --map");
  }
  ColumnSet columns(pair.compared);
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  io::write_table(stats::reverse_mapped(pair.original, pair.masked, columns).taking_columns(columns), path,
                  {}, run);
}

// What all releases together betray, for releases whose rows are the original's; null otherwise.
Value joint_linkage(const std::vector<TablePair>& pairs, const Run& run, std::vector<std::string>& warnings) {
  ColumnSet columns;
  for (ColumnId id = 0; id < pairs.front().compared; ++id) {
    if (pairs.front().original.info(id).kind == Kind::numeric) columns.push_back(id);
  }
  std::vector<Table> releases;
  for (const TablePair& pair : pairs) {
    const bool paired =
        pair.mapping == Mapping::same_rows && pair.masked.rows() == pairs.front().original.rows();
    if (!paired || columns.empty()) return {};
    releases.push_back(pair.masked);
  }
  const Score joint = risk::joint_distance_linkage(pairs.front().original, releases, columns, run);
  Value result = Value::object();
  result.set("measure", "distance-linkage")
      .set("value", joint.value ? Value(*joint.value) : Value())
      .set("details", joint.details)
      .set("note", joint.note.empty() ? Value() : Value(joint.note));
  if (joint.value) {
    double alone = 0.0;
    for (const Value& one : joint.details.at("alone").as_array()) alone = std::max(alone, one.as_number());
    warnings.push_back("whoever has all " + std::to_string(pairs.size()) + " files re-identifies " +
                       rounded(*joint.value, 3) + " % of the records by nearest neighbour, and at most " +
                       rounded(alone, 3) + " % with one of them");
  }
  return result;
}

int Measuring::operator()(Console& console) const {
  check_options();
  Measured measured;
  measured.original_path = *original;
  for (const std::string& typed : expressions) {
    measured.expressions.push_back(compare::Expression::parse(typed, entry_names(compare::measures())));
  }
  std::vector<MeasureRequest> wanted = requests(measured.expressions);
  const io::ReadOptions read = data_options.read_options();
  const std::vector<std::string> tables = compare::table_paths(wanted);
  check_outputs(tables);
  Work work(run_options, console);
  Run run = work.run();
  for (const std::string& path : tables) {
    run = run.with_table(path, release::read_named_table(path, {.missing = data_options.missing}, run));
  }
  io::TableFile file = io::read_table(*original, read, work.run());
  ColumnChoice choice = choose_columns(file.table, data_options.columns);
  if (choice.columns.empty()) {
    bad_input("'" + *original + "' has no column to compare",
              "name some with --columns; without roles, numeric columns are compared");
  }
  if (intruder) {
    IntruderKnowledge knowledge = intruder_knowledge(file.table, choice, *intruder, *match, work.run());
    file.table = std::move(knowledge.original);
    choice = knowledge.columns;
    measured.intruder = Value::object();
    measured.intruder.set("file", *intruder)
        .set("known", knowledge.known)
        .set("not_in_original", knowledge.unknown);
  }
  release::load_hierarchies(file, choice);
  measured.columns = file.table.names(choice.columns);
  measured.rows = file.table.rows();
  std::vector<std::string> warnings;
  const std::vector<TablePair> compared = pairs(file, choice, work.run());
  if (std::all_of(compared.begin(), compared.end(),
                  [](const TablePair& one) { return one.mapping == Mapping::same_rows; })) {
    compare::leave_out_for_mapped(wanted);
  }
  for (std::size_t i = 0; i < compared.size(); ++i) {
    const TablePair& both = compared[i];
    std::vector<std::string> found;
    Comparison comparison{masked.empty() ? "" : masked[i],
                          both.masked.rows(),
                          compare::score_all(both, wanted, run, found),
                          {}};
    for (ColumnId id = 0; per_column && id < both.compared; ++id) {
      comparison.per_column.emplace_back(
          both.original.info(id).name,
          compare::score_all(compare::with_column(both, id), wanted, run, found));
    }
    add_new(warnings, found);
    if (per_record) {
      io::write_table(record_risks(both, comparison.scores, file.table.rows()), *per_record, {}, run);
    }
    if (permutation) export_permutation(both, *permutation, run);
    measured.comparisons.push_back(std::move(comparison));
  }
  if (compared.size() > 1 && !map) measured.joint = joint_linkage(compared, run, warnings);
  work.hide_progress();
  report::Report report = measure_report(measured);
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
       {"--score", "EXPRESSION",
        "A score of your own, such as \"0.5*information-loss + 0.5*distance-linkage\".",
        Texts{&options->expressions}},
       {"--per-column", "", "Take every measure on each column alone, too.", Flag{&options->per_column}},
       {"--per-record", "FILE", "Write the risk of each original record.", Text{&options->per_record}},
       {"--export-permutation", "FILE", "Write the original's values in the masked file's ranks.",
        Text{&options->permutation}},
       options->run_options.seed_option()}};
  what.options.back().doc = "Start of the random draws of measures that draw.";
  const OptionGroup who{
      "Who is who",
      {{"--map", "FILE",
        "The controller's map, as 'mask --map' wrote it, where records were dropped or reordered.",
        Text{&options->map}},
       {"--no-mapping", "", "Do not take row i of a masked file for row i of the original.",
        Flag{&options->no_mapping}},
       {"--intruder", "FILE", "What an intruder knows, in place of the original, for measures of risk.",
        Text{&options->intruder}},
       {"--match", "COLUMN", "Column by which the intruder's records are found in the original.",
        Text{&options->match}}}};
  return {.name = "measure",
          .summary = "Measures the risk and the utility of masked tables against their original.",
          .description =
              "Columns are matched by name. Row i of a masked file is taken to come from row i of the "
              "original, unless its sidecar says otherwise. Of several masked files, such as the copies of "
              "one release, the mean of each measure is given too. Without a masked file the original is "
              "measured by itself, by risks of its keys.",
          .arguments = {{"ORIGINAL", "The original data file.", Text{&options->original}},
                        {"MASKED", "Masked data files, one or more.", Texts{&options->masked}, false}},
          .groups = {what, who,
                     options->data_options.group(
                         "Columns to compare; without it the quasi-identifiers and confidential columns, "
                         "and with no roles every numeric column."),
                     options->run_options.group()},
          .examples = {"sfumato measure people.csv masked.csv",
                       "sfumato measure people.csv masked.csv --measures rank-linkage,information-loss",
                       "sfumato measure people.csv --measures k-anonymity,suda --columns sex,age"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
