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
#include "jobs/intruder.hpp"
#include "jobs/record_map.hpp"
#include "jobs/warnings.hpp"
#include "release/hierarchies.hpp"
#include "release/named_table.hpp"
#include "risk/joint_linkage.hpp"
#include "stats/ranks/reverse_mapping.hpp"

namespace sfumato::jobs {
namespace {

using compare::Scored;
using compare::TablePair;

bool read_alike(const ColumnInfo& a, const ColumnInfo& b) {
  return a.kind == b.kind && a.missing == b.missing && a.order == b.order;
}

Mapping mapping_of(const io::Sidecar& sidecar) {
  const Value* mapping = sidecar.release.find("mapping");
  if (mapping == nullptr || !mapping->is_text()) return Mapping::same_rows;
  if (mapping->as_text() == to_text(Mapping::subset)) return Mapping::subset;
  return mapping->as_text() == to_text(Mapping::none) ? Mapping::none : Mapping::same_rows;
}

// Reads a masked table so that the compared columns mean what they mean in the original: the same kinds,
// orders and missing tokens. Columns that it lacks are an error that names them.
TablePair read_pair(const Table& original, const ColumnChoice& choice, const DataReader& source,
                    const Run& run) {
  io::TableFile masked = source.read({}, run);
  const std::string name = "'" + source.name + "'";
  const ColumnSet ids = compare::counterparts(original, masked.table, choice.columns, name);
  Declarations declared;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ColumnInfo& wanted = original.info(choice.columns[i]);
    if (read_alike(wanted, masked.table.info(ids[i]))) continue;
    const auto own = masked.sidecar.columns.find(wanted.name);
    if (own != masked.sidecar.columns.end() && own->second.kind) continue;
    ColumnDeclaration& said = declared[wanted.name];
    said.kind = wanted.kind;
    said.missing = wanted.missing;
    said.order = wanted.order;
  }
  if (!declared.empty()) masked = source.read(declared, run);
  return compare::pair_of(original, masked.table, choice, name, mapping_of(masked.sidecar));
}

// Without a masked table, the original beside itself.
std::vector<TablePair> read_pairs(const MeasureRequest& request, const Table& original,
                                  const ColumnChoice& choice, const Run& run) {
  std::vector<TablePair> result;
  for (const DataReader& source : request.masked) {
    TablePair pair = read_pair(original, choice, source, run);
    if (request.no_mapping) pair.mapping = Mapping::none;
    if (request.map) {
      pair = compare::aligned(
          pair, record_map(*request.map, request.map_name, pair.masked.rows(), pair.original.rows()));
    }
    result.push_back(std::move(pair));
  }
  if (request.masked.empty()) {
    result.push_back(compare::pair_of(original, original, choice, "'" + request.original.name + "'"));
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
    bad_input("‹per-record› has nothing to write: no measure that was taken has a risk for each record",
              "take distance-linkage or rank-linkage, for example");
  }
  return {schema, columns};
}

Table permuted(const TablePair& pair) {
  if (pair.mapping != Mapping::same_rows || pair.original.rows() != pair.masked.rows()) {
    bad_input("‹export-permutation› needs to know which record came from which",
              "name the controller's map with ‹map›");
  }
  ColumnSet columns(pair.compared);
  std::iota(columns.begin(), columns.end(), ColumnId{0});
  return stats::reverse_mapped(pair.original, pair.masked, columns).taking_columns(columns);
}

// What all releases together disclose, for releases whose rows are the original's; null otherwise.
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
    warnings.push_back("anyone who has all " + std::to_string(pairs.size()) + " files re-identifies " +
                       rounded(*joint.value, 3) + " % of the records by nearest neighbour, and at most " +
                       rounded(alone, 3) + " % with one of them");
  }
  return result;
}

void check_combinations(const MeasureRequest& request) {
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
      .doc("Give the original's values in the masked table's ranks.");
  list.flag("no-mapping", &MeasureRequest::no_mapping)
      .doc("Do not take row i of a masked file for row i of the original.");
  list.text("match", &MeasureRequest::match)
      .value_name("COLUMN")
      .doc("Column by which the intruder's records are found in the original.");
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
  if (masked.empty()) names = of_one_table(std::move(names), original.name);
  std::vector<compare::MeasureRequest> result = compare::measure_requests(names, settings);
  if (intruder && names.empty()) {
    std::erase_if(result, [](const compare::MeasureRequest& one) {
      const MeasureInfo& info = one.measure->info;
      return info.side != Side::risk || info.by_default == ByDefault::unmapped;
    });
  }
  return result;
}

std::vector<std::string> MeasureRequest::tables() const { return compare::table_paths(requests()); }

MeasureResult measure(const MeasureRequest& request, const Run& plain_run) {
  MeasureResult result;
  result.original = request.original.name;
  result.expressions = parsed_expressions(request);
  result.requests = request.requests();
  Run run = plain_run;
  for (const std::string& path : compare::table_paths(result.requests)) {
    run = run.with_table(path, release::read_named_table(path, {}, run));
  }
  io::TableFile file = request.original.file;
  ColumnChoice choice = choose_columns(file.table, request.columns);
  if (choice.columns.empty()) {
    bad_input("'" + request.original.name + "' has no column to compare",
              "name some with ‹columns›; without roles, numeric columns are compared");
  }
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
  result.rows = file.table.rows();
  const std::vector<TablePair> compared = read_pairs(request, file.table, choice, run);
  if (std::all_of(compared.begin(), compared.end(),
                  [](const TablePair& one) { return one.mapping == Mapping::same_rows; })) {
    compare::leave_out_for_mapped(result.requests);
  }
  for (std::size_t i = 0; i < compared.size(); ++i) {
    const TablePair& both = compared[i];
    std::vector<std::string> found;
    MeasuredTable table{request.masked.empty() ? "" : request.masked[i].name,
                        both.masked.rows(),
                        compare::score_all(both, result.requests, run, found),
                        {}};
    for (ColumnId id = 0; request.per_column && id < both.compared; ++id) {
      table.per_column.emplace_back(
          both.original.info(id).name,
          compare::score_all(compare::with_column(both, id), result.requests, run, found));
    }
    add_new(result.warnings, found);
    if (request.per_record) result.record_risks = record_risks(both, table.scores, file.table.rows());
    if (request.permutation) result.permuted = permuted(both);
    result.tables.push_back(std::move(table));
  }
  if (compared.size() > 1 && !request.map) result.joint = joint_linkage(compared, run, result.warnings);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(measure_job, sfumato::jobs::MeasureRequest)
