// Both files are stored on disk column by column; of these only keys and weights are read again.
#include "jobs/block_measure.hpp"

#include <algorithm>
#include <filesystem>

#include "compare/measures.hpp"
#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"
#include "core/text_list.hpp"
#include "io/memory_budget.hpp"
#include "io/scratch_file.hpp"
#include "io/stored_file.hpp"
#include "jobs/key_risks.hpp"
#include "jobs/stored_key_risks.hpp"

namespace sfumato::jobs {
namespace {

const Value& parameter(const compare::MeasureRequest& request, const std::string& name) {
  const auto found = std::find_if(request.parameters.begin(), request.parameters.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found->second;
}

std::string measure_hindrance(const compare::MeasureRequest& request) {
  const std::string& name = request.measure->info.name;
  if (name == "k-anonymity") {
    return parameter(request, "alpha").as_number() == 1.0 ? "" : "k-anonymity.alpha is not 1";
  }
  if (name == "uniqueness") {
    return to_text(parameter(request, "population")).empty()
               ? ""
               : "uniqueness.population names a file of the population";
  }
  return "measure '" + name + "' needs all records, and k-anonymity and uniqueness do not";
}

// Why this request needs all records at once; empty where it does not.
std::string request_hindrance(const MeasureRequest& request, const MeasuredFiles& files) {
  if (files.masked.size() > 1) return "several masked files are compared with each other";
  for (const auto& [name, given] : {std::pair("map", request.map.has_value()),
                                    {"intruder", request.intruder.has_value()},
                                    {"synthetic", request.synthetic},
                                    {"per-column", request.per_column},
                                    {"per-record", request.per_record},
                                    {"export-permutation", request.permutation},
                                    {"hierarchies", !request.hierarchies.empty()},
                                    {"report", files.report}}) {
    if (given) return "‹" + std::string(name) + "› needs all records";
  }
  if (request.measures.empty() && request.expressions.empty()) {
    return "without ‹measures› all measures are taken; k-anonymity and uniqueness alone can be";
  }
  for (const compare::MeasureRequest& one : request.requests()) {
    if (std::string reason = measure_hindrance(one); !reason.empty()) return reason;
  }
  return {};
}

std::string unit_hindrance(const Table& outline) {
  for (ColumnId id = 0; id < outline.column_count(); ++id) {
    if (outline.info(id).role == Role::unit)
      return "units with several records are counted among all records";
  }
  return {};
}

std::string files_hindrance(const MeasureRequest& request, const MeasuredFiles& files, const Run& run) {
  if (std::string reason = request_hindrance(request, files); !reason.empty()) return reason;
  const auto of_file = [](const std::string& path, const io::ReadOptions& options) {
    const std::string reason = io::block_hindrance(path, options);
    return reason.empty() ? reason : "'" + path + "': " + reason;
  };
  if (std::string reason = of_file(files.original, files.reading); !reason.empty()) return reason;
  for (const std::string& path : files.masked) {
    if (std::string reason = of_file(path, files.masked_reading); !reason.empty()) return reason;
  }
  try {
    return unit_hindrance(io::table_head(files.original, files.reading, run));
  } catch (const Error& failure) {
    // What is wrong with the first records, or only looks so, is said when all of them were read.
    if (failure.code != ErrorCode::bad_input) throw;
    return {};
  }
}

std::uint64_t bytes_of_file(const std::string& path) {
  std::error_code failure;
  const std::uint64_t size = path == "-" ? 0 : std::filesystem::file_size(path, failure);
  return failure ? 0 : size;
}

// What the tables of all files take in memory; 0 where files are small, or cannot be read in blocks.
std::uint64_t estimated_tables(const MeasuredFiles& files, std::uint64_t limit, const Run& run) {
  std::uint64_t bytes = bytes_of_file(files.original);
  for (const std::string& path : files.masked) bytes += bytes_of_file(path);
  // A cell of two bytes, with its delimiter, takes eight.
  if (bytes <= limit / 4) return 0;
  std::uint64_t tables = io::estimated_memory(files.original, files.reading, run).value_or(0);
  for (const std::string& path : files.masked) {
    tables += io::estimated_memory(path, files.masked_reading, run).value_or(0);
  }
  return tables;
}

bool means_alike(const ColumnInfo& a, const ColumnInfo& b) {
  return a.kind == b.kind && a.missing == b.missing && a.order == b.order;
}

// A masked file from elsewhere has no sidecar: its keys mean what they mean in the original, unless it says
// otherwise itself. Numbers that have become labels are categories.
io::StoredFile stored_masked(const MeasuredFiles& files, const Table& original, const ColumnSet& columns,
                             const std::string& folder, const Run& run) {
  const std::string& path = files.masked.front();
  io::StoredFile masked = io::store_table(path, files.masked_reading, folder, run);
  const Table outline = masked.table.outline();
  const ColumnSet ids = compare::counterparts(original, outline, columns, "'" + path + "'");
  Declarations declared;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ColumnInfo& wanted = original.info(columns[i]);
    if (means_alike(wanted, outline.info(ids[i]))) continue;
    const auto own = masked.sidecar.columns.find(wanted.name);
    if (own != masked.sidecar.columns.end() && own->second.kind) continue;
    const io::StoredColumn& column = masked.table.column(ids[i]);
    const bool labels = wanted.kind == Kind::numeric && column.is_text() && column.facts().other_texts;
    ColumnDeclaration& said = declared[wanted.name];
    said.kind = labels ? Kind::nominal : wanted.kind;
    said.missing = wanted.missing;
    said.order = wanted.order;
  }
  if (declared.empty()) return masked;
  io::ReadOptions reading = files.masked_reading;
  reading.declared = std::move(declared);
  return io::store_table(path, reading, folder, run);
}

void warn_of_identifiers(const Table& original, const Table& masked, Warnings& warnings) {
  std::vector<std::string> names;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const std::string& name = original.info(id).name;
    if (original.info(id).role == Role::identifier && masked.find(name)) names.push_back("'" + name + "'");
  }
  if (names.empty()) return;
  warnings.add("the masked file has declared identifiers: " + enumerated(names) + "; leave them out",
               WarningGrade::stop);
}

// The scores of one table. Its columns are found by the names that the original has.
std::vector<compare::Scored> scores_of(const io::StoredTable& table, const Table& original,
                                       const ColumnSet& compared,
                                       const std::vector<compare::MeasureRequest>& requests,
                                       const std::string& folder, const Run& run) {
  const Table outline = table.outline();
  std::optional<ColumnId> weight = risk::column_with_role(original, Role::weight);
  if (weight) weight = outline.find(original.info(*weight).name);
  std::vector<compare::Scored> scores;
  ColumnSet counted;
  std::optional<StoredKeyRisks> risks;
  for (const compare::MeasureRequest& request : requests) {
    std::vector<std::string> named;
    const Value& typed = parameter(request, "keys");
    if (typed.is_array()) {
      for (const Value& name : typed.as_array()) named.push_back(name.as_text());
    }
    const ColumnSet keys = risk::key_columns(original, compared, named);
    if (!risks || keys != counted) {
      run.say("classes of records");
      const std::vector<std::string> names = original.names(keys);
      risks.emplace(table, compare::counterparts(original, outline, keys, "the masked file"), names, weight,
                    folder, run);
      counted = keys;
    }
    if (request.measure->info.name == "k-anonymity") {
      const bool wild = to_text(parameter(request, "missing-as")) == "wildcard";
      scores.push_back(
          {&request, risks->k_anonymity(wild ? risk::MissingAs::wildcard : risk::MissingAs::category)});
    } else {
      const Value& size = parameter(request, "population-size");
      scores.push_back(
          {&request, risks->uniqueness(size.is_null() ? std::nullopt : std::optional(size.as_number()))});
    }
  }
  return scores;
}

}  // namespace

bool measures_in_blocks(const MeasureRequest& request, const MeasuredFiles& files, const Run& run) {
  if (files.in_blocks) {
    const std::string reason = files_hindrance(request, files, run);
    if (reason.empty()) return true;
    bad_param("in-blocks", "this cannot be measured in blocks of records: " + reason,
              "leave out ‹in-blocks›");
  }
  const std::uint64_t limit =
      io::MemoryBudget(files.original, bytes_of_file(files.original), io::Packing::plain, run.memory())
          .limit();
  const std::uint64_t tables = estimated_tables(files, limit, run);
  if (tables <= limit) return false;
  const std::string reason = files_hindrance(request, files, run);
  if (reason.empty()) return true;
  bad_input("the tables take about " + byte_size_text(tables) + " of memory, and the limit is " +
                byte_size_text(limit) + "; blocks of records are not possible: " + reason,
            "allow more with ‹memory› " + gigabytes_for(2 * tables) +
                ", or take ‹measures› k-anonymity,uniqueness");
}

MeasureResult measure_blocks(const MeasureRequest& request, const MeasuredFiles& files, const Run& run) {
  const std::string folder = io::scratch_folder("-");
  MeasureResult result;
  result.original = files.original;
  for (const std::string& typed : request.expressions) {
    result.expressions.push_back(compare::Expression::parse(typed, entry_names(compare::measures())));
  }
  result.requests = request.requests();
  run.say("reading");
  const io::StoredFile original = io::store_table(files.original, files.reading, folder, run);
  const Table outline = original.table.outline();
  if (const std::string reason = unit_hindrance(outline); !reason.empty()) {
    bad_input("this cannot be measured in blocks of records: " + reason, "allow more with ‹memory›");
  }
  const ColumnChoice choice = choose_columns(outline, request.columns);
  if (choice.columns.empty()) {
    bad_input("'" + files.original + "' has no column to compare",
              "name some with ‹columns›; without roles, numeric columns are compared");
  }
  result.columns = outline.names(choice.columns);
  result.rows = original.table.rows();
  const ColumnSet keys = declared_keys(outline, request.keys);
  if (!request.keys.empty()) set_keys(result.requests, outline.names(keys), true);
  result.column_requests = result.requests;
  if (files.masked.empty()) {
    result.tables.push_back(
        {"", result.rows, scores_of(original.table, outline, choice.columns, result.requests, folder, run)});
    return result;
  }
  const ColumnSet needed = with_keys(choice, request.keys.empty() ? ColumnSet{} : keys).columns;
  const io::StoredFile masked = stored_masked(files, outline, needed, folder, run);
  warn_of_identifiers(outline, masked.table.outline(), result.warnings);
  result.warnings.add(
      "measured in blocks of records: rows were not compared with those of the original, and columns that "
      "are "
      "released as they were were not sought",
      WarningGrade::note);
  result.tables.push_back({files.masked.front(), masked.table.rows(),
                           scores_of(masked.table, outline, choice.columns, result.requests, folder, run)});
  result.before = scores_of(original.table, outline, choice.columns, result.requests, folder, run);
  return result;
}

}  // namespace sfumato::jobs
