// Columns are matched by name. A masked table from elsewhere has no sidecar, so what is known of the
// original's columns holds for its columns too, unless it says otherwise itself.
#include "jobs/measure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/registry.hpp"
#include "jobs/counted_measures.hpp"
#include "jobs/counted_rows.hpp"
#include "jobs/exported_permutation.hpp"
#include "jobs/holdout_households.hpp"
#include "jobs/intruder.hpp"
#include "jobs/key_risks.hpp"
#include "jobs/measured_pairs.hpp"
#include "release/hierarchies.hpp"
#include "release/named_table.hpp"
#include "risk/household_risk.hpp"
#include "risk/joint_linkage.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::jobs {
namespace {

using compare::Scored;
using compare::TablePair;

// One row per original record, one column per measure that has a risk for each; individual risk has that of
// the record's household beside it.
Table record_risks(const TablePair& pair, const std::vector<Scored>& scores, std::size_t rows) {
  std::vector<ColumnInfo> schema(1);
  schema[0].name = "record";
  Integers numbers;
  for (std::size_t row = 0; row < rows; ++row) numbers.values.push_back(static_cast<std::int64_t>(row) + 1);
  std::vector<Column> columns{numbers};
  const auto add = [&](const std::string& name, const std::vector<double>& risks) {
    // Risks of the masked table's own records, where these are not the original's.
    if (risks.empty() || risks.size() != pair.original.rows()) return;
    Numbers values(rows, std::nan(""));
    for (std::size_t i = 0; i < risks.size(); ++i) values[pair.rows.empty() ? i : pair.rows[i]] = risks[i];
    ColumnInfo info;
    info.name = name;
    schema.push_back(info);
    columns.emplace_back(std::move(values));
  };
  for (const Scored& scored : scores) {
    const std::string& measure = scored.request->measure->info.name;
    const std::vector<double>& risks = scored.score.per_record;
    add(measure, risks);
    if (measure != "individual-risk" || risks.size() != pair.masked.rows()) continue;
    if (const auto household = risk::column_with_role(pair.original, Role::household)) {
      add("household-risk", risk::household_risks(stats::key_column(pair.masked.column(*household)), risks));
    }
  }
  if (columns.size() == 1) {
    bad_input("‹per-record› has nothing to write: no measure that was taken has a risk for each record",
              "take distance-linkage or rank-linkage, for example");
  }
  return {schema, columns};
}

// What all releases together disclose, for releases whose rows are the original's; null otherwise.
Value joint_linkage(const std::vector<TablePair>& pairs, const Run& run, Warnings& warnings) {
  ColumnSet columns;
  for (ColumnId id = 0; id < pairs.front().compared; ++id) {
    const bool text = std::any_of(pairs.begin(), pairs.end(),
                                  [&](const TablePair& pair) { return pair.masked.column(id).is_text(); });
    if (pairs.front().original.info(id).kind == Kind::numeric && !text) columns.push_back(id);
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
    warnings.push_back("anyone who has all " + std::to_string(pairs.size()) + " files re-identifies " +
                       rounded(*joint.value, 3) + " % of the records by nearest neighbour, and at most " +
                       rounded(alone, 3) + " % with one of them");
  }
  return result;
}

void check_synthetic(const MeasureRequest& request) {
  if (!request.synthetic) {
    if (request.holdout) bad_input("‹holdout› is for synthetic files", "set ‹synthetic›");
    if (!request.target.empty()) bad_input("‹target› is for synthetic files", "set ‹synthetic›");
    return;
  }
  for (const auto& [option, given] : {std::pair("‹map›", request.map.has_value()),
                                      {"‹intruder›", request.intruder.has_value()},
                                      {"‹export-permutation›", request.permutation}}) {
    if (given) {
      bad_input(std::string(option) + " needs rows that correspond, and those of a synthetic file do not",
                "leave out ‹synthetic›, or this");
    }
  }
}

void check_combinations(const MeasureRequest& request) {
  check_synthetic(request);
  check_counted(request);
  if (request.intruder.has_value() != !request.match.empty()) {
    bad_input("‹intruder› and ‹match› go together",
              "name the file and the column that identifies its records");
  }
  if (request.map && request.no_mapping) {
    bad_input("‹map› and ‹no-mapping› contradict each other", "leave one of them out");
  }
  for (const auto& [option, given] :
       {std::pair("‹per-record›", request.per_record), {"‹export-permutation›", request.permutation}}) {
    if (given && request.masked.size() > 1) {
      bad_input(std::string(option) + " is for one masked file", "measure the files one by one");
    }
  }
  if (!request.masked.empty()) return;
  for (const auto& [option, given] : {std::pair("‹map›", request.map.has_value()),
                                      {"‹no-mapping›", request.no_mapping},
                                      {"‹intruder›", request.intruder.has_value()},
                                      {"‹synthetic›", request.synthetic},
                                      {"‹export-permutation›", request.permutation}}) {
    if (given) bad_input(std::string(option) + " needs a masked file", "name one after the original");
  }
}

// Of a table without a masked partner, only measures that look at one table have something to say.
std::vector<std::string> of_one_table(std::vector<std::string> names, const std::string& original) {
  for (const std::string& name : names) {
    if (compare::of_one_file(compare::measure(name).info)) continue;
    bad_input("measure '" + name + "' compares a masked file with its original",
              "name a masked file after '" + original + "'");
  }
  if (!names.empty()) return names;
  for (const Measure& measure : compare::measures()) {
    if (compare::of_one_file(measure.info)) names.push_back(measure.info.name);
  }
  return names;
}

std::vector<compare::Expression> parsed_expressions(const MeasureRequest& request) {
  std::vector<compare::Expression> result;
  for (const std::string& typed : request.expressions) {
    result.push_back(compare::Expression::parse(typed, entry_names(compare::measures())));
  }
  return result;
}

// Common columns of synthetic files, unless some are named.
ColumnChoice compared_columns(const MeasureRequest& request, const std::vector<io::TableFile>& files,
                              const Run& run, Warnings& warnings) {
  const Table& original = request.original.file.table;
  ColumnChoice choice;
  if (request.synthetic && request.columns.empty()) {
    std::optional<io::TableFile> holdout;
    std::vector<SyntheticSource> sources;
    for (std::size_t i = 0; i < files.size(); ++i)
      sources.push_back({request.masked[i].name, &files[i].table});
    if (request.holdout) {
      holdout = request.holdout->read({}, run);
      sources.push_back({request.holdout->name, &holdout->table});
    }
    choice = common_columns(original, sources, warnings);
  } else {
    choice = choose_columns(original, request.columns);
  }
  if (choice.columns.empty()) {
    bad_input("'" + request.original.name + "' has no column to compare",
              request.synthetic ? "compare files that have columns of the same names"
                                : "name some with ‹columns›; without roles, numeric columns are compared");
  }
  return choice;
}

// What an intruder wants to learn: the named column, else the first confidential one that is compared.
ColumnSet target_column(const MeasureRequest& request, const Table& original, const ColumnChoice& choice) {
  if (!request.synthetic) return {};
  if (!request.target.empty()) {
    return {about("target", [&] { return original.require(request.target); })};
  }
  for (const ColumnId id : choice.columns) {
    if (original.info(id).role == Role::confidential) return {id};
  }
  return {};
}

// Confidential columns that l-diversity and t-closeness are asked about and that are not compared. Without
// keys of the request such a measure names its own, which are those that it would have had.
ColumnSet confidential_columns(std::vector<compare::MeasureRequest>& requests, const Table& original,
                               const ColumnChoice& choice, bool keys_named) {
  ColumnSet columns;
  for (compare::MeasureRequest& request : requests) {
    std::optional<ColumnId> confidential;
    for (const auto& [name, value] : request.parameters) {
      if (name == "column" && value.is_text()) confidential = original.find(value.as_text());
    }
    if (!confidential ||
        std::find(choice.columns.begin(), choice.columns.end(), *confidential) != choice.columns.end()) {
      continue;
    }
    columns.push_back(*confidential);
    for (auto& [name, value] : request.parameters) {
      if (keys_named || name != "keys" || !to_text(value).empty()) continue;
      value = Value::array_of(original.names(risk::key_columns(original, choice.columns, {}, confidential)));
    }
  }
  return columns;
}

// The run with the holdout under its name.
Run with_holdout(const MeasureRequest& request, const Table& original, const ColumnChoice& choice,
                 const Run& run, MeasureResult& result) {
  ColumnChoice wide = with_keys(choice, target_column(request, original, choice));
  if (!request.keys.empty()) wide = with_keys(wide, declared_keys(original, request.keys));
  const Table holdout = with_household_roles(read_holdout(request, original, wide.columns, run), original);
  add_shared_households_warning(original, holdout, run, result.warnings);
  result.holdout = Value::object();
  result.holdout.set("file", request.holdout->name).set("rows", holdout.rows());
  return run.with_table(request.holdout->name, holdout);
}

void set_synthetic_means(const MeasureRequest& request, const Table& original, const ColumnChoice& choice,
                         const MeasuredPairs& pairs, MeasureResult& result) {
  AttackMeans means{request.holdout ? request.holdout->name : "", original.names(pairs.keys), ""};
  for (const ColumnId id : target_column(request, original, choice)) {
    means.target = original.info(id).name;
    std::erase(means.keys, means.target);
  }
  result.keys = means.keys;
  result.not_tested = set_means(result.requests, means);
  if (request.measures.empty() && request.expressions.empty()) result.row_measures = row_measures();
}

// The measures with the request's function in place of their own.
void replace_scores(const MeasureRequest& request, MeasureResult& result) {
  if (!request.scores_of_parts) return;
  auto measures = std::make_shared<std::vector<Measure>>();
  for (const compare::MeasureRequest& one : result.requests) measures->push_back(*one.measure);
  for (std::size_t i = 0; i < measures->size(); ++i) {
    Measure& measure = (*measures)[i];
    measure.score = [score = request.scores_of_parts, info = measure.info](
                        const Table& original, const Table& masked, const ColumnSet& columns,
                        const ParamValues& params,
                        const Run& run) { return score(info, original, masked, columns, params, run); };
    result.requests[i].measure = &measure;
  }
  result.measures = std::move(measures);
}

// Without measures that are named, and where risks of keys can be compared with those of the original.
bool asks_for_keys(const MeasureRequest& request) {
  return request.measures.empty() && request.expressions.empty() && !request.masked.empty() &&
         !request.intruder && !request.synthetic;
}

}  // namespace

JobInfo MeasureRequest::info() {
  return {.name = "measure",
          .title = "Measure",
          .summary = "Measures the risk and the utility of masked tables against their original.",
          .inputs = {{"original", "The original data."},
                     {"masked", "Masked data, one table or several.", InputKind::records, false, true},
                     {"map", "The controller's map of records: columns masked and original, counted from 1.",
                      InputKind::records, false},
                     {"intruder", "What an intruder knows, in place of the original, for measures of risk.",
                      InputKind::records, false},
                     {"holdout", "Records of the same population that were not used to make synthetic data.",
                      InputKind::records, false}}};
}

void MeasureRequest::params(ParamList<MeasureRequest>& list) {
  list.columns("measures", &MeasureRequest::measures).doc("Measures to take; without it all of them.");
  list.texts("set", &MeasureRequest::settings)
      .value_name("MEASURE.PARAM=VALUE")
      .doc("A parameter of a measure; may be repeated.");
  list.texts("score", &MeasureRequest::expressions)
      .value_name("EXPRESSION")
      .doc("A score of your own, such as \"0.5*information-loss + 0.5*distance-linkage\".");
  list.flag("per-column", &MeasureRequest::per_column).doc("Take every measure on each column alone, too.");
  list.flag("per-record", &MeasureRequest::per_record).doc("Give the risk of each original record.");
  list.flag("export-permutation", &MeasureRequest::permutation)
      .doc(
          "Give the original's values in the masked table's ranks, with ranks, permutation and residual "
          "noise "
          "of each column.");
  list.flag("no-mapping", &MeasureRequest::no_mapping)
      .doc("Do not take row i of a masked file for row i of the original.");
  list.flag("synthetic", &MeasureRequest::synthetic)
      .doc(
          "The masked files are synthetic: their rows do not correspond to those of the original, and the "
          "measures of synthetic files are taken.");
  list.text("target", &MeasureRequest::target)
      .value_name("COLUMN")
      .doc(
          "Column of a synthetic file that an intruder wants to learn; without it the first confidential "
          "one.");
  list.text("match", &MeasureRequest::match)
      .value_name("COLUMN")
      .doc("Column by which the intruder's records are found in the original.");
  list.columns("keys", &MeasureRequest::keys)
      .doc("Columns that an intruder knows, for risks of keys; without it the declared quasi-identifiers.");
  list.text("hierarchies", &MeasureRequest::hierarchies)
      .value_name("FOLDER")
      .doc(
          "Folder of hierarchies, COLUMN.csv or a name that ends in _COLUMN.csv: which values a label of the "
          "masked file covers. Without it those of its sidecar.");
  list.text("count", &MeasureRequest::count)
      .value_name("COLUMN")
      .doc(
          "Column that says how many equal records a row stands for, in all files: measures of keys give "
          "what "
          "they give for the records. A weight is then the sum of those of the records.");
  list.columns("columns", &MeasureRequest::columns)
      .doc(
          "Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles "
          "every "
          "numeric column.");
}

// Measures that a score of one's own names are taken too; with such a score alone, only these.
std::vector<compare::MeasureRequest> MeasureRequest::requests() const {
  check_combinations(*this);
  std::vector<std::string> names = measures;
  for (const compare::Expression& score : parsed_expressions(*this)) {
    for (const std::string& name : score.names()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  if (synthetic && names.empty()) return synthetic_requests(settings);
  check_counted_measures(*this, names);
  if (masked.empty()) names = of_one_table(std::move(names), original.name);
  std::vector<compare::MeasureRequest> result = compare::measure_requests(names, settings);
  leave_out_uncounted(*this, result);
  for (compare::MeasureRequest& one : result) {
    one.named = one.named && !(as_by_default && !compare::is_set(one.measure->info.name, settings));
  }
  if (intruder && names.empty()) {
    std::erase_if(result, [](const compare::MeasureRequest& one) {
      const MeasureInfo& info = one.measure->info;
      return info.side != Side::risk || info.by_default == ByDefault::unmapped;
    });
  }
  return result;
}

std::vector<std::string> MeasureRequest::tables() const { return compare::table_paths(requests()); }

MeasureResult measure(MeasureRequest request, const Run& plain_run) {
  set_counts(request);
  MeasureResult result;
  result.original = request.original.name;
  result.synthetic = request.synthetic;
  result.expressions = parsed_expressions(request);
  result.requests = request.requests();
  replace_scores(request, result);
  Run run = plain_run;
  for (const std::string& path : compare::table_paths(result.requests)) {
    run = run.with_table(path, release::read_named_table(path, {}, run));
  }
  io::TableFile file = request.original.file;
  std::vector<io::TableFile> files = read_masked(request, run);
  ColumnChoice choice = compared_columns(request, files, run, result.warnings);
  if (request.intruder) {
    IntruderKnowledge knowledge =
        intruder_knowledge(file.table, choice, *request.intruder, request.match, run);
    file.table = std::move(knowledge.original);
    choice = knowledge.columns;
    result.intruder = Value::object();
    result.intruder.set("file", request.intruder->name)
        .set("known", knowledge.known)
        .set("not_in_original", knowledge.unknown);
  }
  release::load_hierarchies(file, choice, run);
  result.columns = file.table.names(choice.columns);
  result.rows = record_number(file.table);
  if (request.holdout) run = with_holdout(request, file.table, choice, run, result);
  ColumnSet beside = target_column(request, file.table, choice);
  for (const ColumnId id : confidential_columns(result.requests, file.table, choice, !request.keys.empty())) {
    beside.push_back(id);
  }
  const MeasuredPairs pairs =
      read_pairs(request, std::move(files), file.table, choice, beside, run, result.warnings);
  if (pairs.all_mapped()) compare::leave_out_for_mapped(result.requests);
  if (asks_for_keys(request) && !pairs.keys.empty()) {
    add_measures_of_keys(result.requests);
    leave_out_uncounted(request, result.requests);
    result.keys = file.table.names(pairs.keys);
  }
  if (request.synthetic) set_synthetic_means(request, file.table, choice, pairs, result);
  result.column_requests = result.requests;
  set_keys(result.requests, file.table.names(pairs.keys), !request.keys.empty());
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) {
    const KeyedPair& both = pairs.pairs[i];
    Warnings found;
    MeasuredTable table{request.masked.empty() ? "" : request.masked[i].name,
                        record_number(both.compared.masked), score_all(both, result.requests, run, found),
                        both.compared.mapping != Mapping::none, pairs.doubted[i] != 0};
    if (request.synthetic) {
      // A table of many categories has too many terms for the regression. All tables are measured alike.
      if (const auto at = take_propensity_by_trees(result.requests, table.scores)) {
        const std::vector<compare::MeasureRequest> trees{result.requests[*at]};
        table.scores[*at].score = score_all(both, trees, run, found).front().score;
        for (std::size_t before = 0; before < i; ++before) {
          std::vector<compare::Scored>& scores = result.tables[before].scores;
          scores[*at].score = score_all(pairs.pairs[before], trees, run, found).front().score;
          if (pairs.holdout) add_sample_references(*pairs.holdout, run, scores);
        }
      }
      if (pairs.holdout) add_sample_references(*pairs.holdout, run, table.scores);
      table.findings = findings_of(table.scores);
      add_holdout_warning(table.scores, found);
      add_finding_warnings(table.findings, pairs.pairs.size() > 1 ? table.name : "", found);
    }
    for (ColumnId id = 0; request.per_column && id < both.compared.compared; ++id) {
      table.per_column.emplace_back(
          both.compared.original.info(id).name,
          compare::score_all(compare::with_column(both.compared, id), result.column_requests, run, found));
    }
    if (request.as_by_default) {
      std::erase_if(found, [](const Warning& one) { return one.grade == WarningGrade::note; });
    }
    result.warnings.add_new(found);
    if (request.per_record) {
      result.record_risks = record_risks(both.compared, table.scores, file.table.rows());
    }
    if (request.permutation) {
      ExportedPermutation exported = exported_permutation(both.compared);
      result.permuted = std::move(exported.table);
      result.permutation = std::move(exported.summary);
    }
    result.tables.push_back(std::move(table));
  }
  if (request.changes && !request.masked.empty()) {
    const TablePair& first = pairs.pairs.front().compared;
    ColumnSet columns(first.compared);
    std::iota(columns.begin(), columns.end(), ColumnId{0});
    result.changes = profile::before_after(first.original, first.masked, columns, run);
  }
  if (!request.masked.empty() && !request.intruder) {
    result.before = risks_before(file.table, choice, pairs.keys, result.requests, run);
  }
  if (pairs.pairs.size() > 1 && !request.map && request.count.empty()) {
    result.joint = joint_linkage(pairs.compared(), run, result.warnings);
  }
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(measure_job, sfumato::jobs::MeasureRequest)
