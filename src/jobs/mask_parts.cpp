// Nothing is decided here: src/release has the stages, the warnings and the description.
#include "jobs/mask_parts.hpp"

#include "core/error.hpp"
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "jobs/block_release.hpp"
#include "jobs/record_sequence.hpp"
#include "release/companion_files.hpp"
#include "release/partition_recipe.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::jobs {
namespace {

// What needs all records at once, or an order of them.
void refuse_terms(const MaskRequest& request) {
  const std::pair<const char*, bool> terms[] = {{"fill", request.fill},
                                                {"map", request.map},
                                                {"shuffle", request.shuffle},
                                                {"renumber", request.renumber},
                                                {"public", request.for_public},
                                                {"fit", request.fit},
                                                {"fitted", !request.fitted.is_null()},
                                                {"link", !request.link.empty()},
                                                {"derive", !request.derive.empty()}};
  for (const auto& [name, given] : terms) {
    if (given) bad_param(name, param_reference(name) + " needs all records at once", "leave it out");
  }
}

// The part without the column of numbers, and the numbers.
struct Numbered {
  Table table;
  std::vector<std::uint64_t> numbers;
};

Numbered numbered_part(const MaskPartsRequest& request) {
  Numbered result{request.mask.original.file.table, {}};
  if (!request.number_column.empty()) {
    result.numbers = record_numbers(result.table, request.number_column, {});
    const ColumnId numbers = result.table.require(request.number_column);
    ColumnSet others;
    for (ColumnId id = 0; id < result.table.column_count(); ++id) {
      if (id != numbers) others.push_back(id);
    }
    result.table = result.table.taking_columns(others);
  } else if (!request.mask.row_number.empty() || !request.mask.record_key.empty()) {
    result.numbers = record_numbers(result.table, request.mask.row_number, request.mask.record_key);
  } else if (result.table.rows() > 0) {
    bad_input("the records of a part have no numbers",
              "name a column with \"row-number\", \"record-key\" or \"number-column\"");
  }
  return result;
}

release::PartitionRecipe recipe_of(const MaskPartsRequest& request, const Table& table, const Run& run) {
  refuse_terms(request.mask);
  return {request.mask.steps(), table, request.mask.columns, request.mask.original.name, run, request.state};
}

std::size_t counted_member(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  if (found == nullptr || !found->is_integer() || found->as_integer() < 0) {
    bad_input("counts of classes lack \"" + std::string(name) + "\"");
  }
  return static_cast<std::size_t>(found->as_integer());
}

release::FoundClasses found_classes(const Value& classes) {
  release::FoundClasses found;
  if (!classes.is_array()) bad_input("\"classes\" must be a list");
  for (const Value& one : classes.as_array()) {
    const Value* columns = one.find("columns");
    if (columns == nullptr || !columns->is_array()) bad_input("counts of classes lack \"columns\"");
    std::vector<std::string> names;
    for (const Value& name : columns->as_array()) {
      if (!name.is_text()) bad_input("names of columns must be texts");
      names.push_back(name.as_text());
    }
    const Value* gaps = one.find("gaps");
    found[names] = {counted_member(one, "records"), counted_member(one, "classes"),
                    counted_member(one, "unique"), counted_member(one, "smallest"),
                    gaps != nullptr && gaps->is_bool() && gaps->as_bool()};
  }
  return found;
}

}  // namespace

Value mask_partial(const MaskPartsRequest& request, const Run& run) {
  const Numbered part = numbered_part(request);
  return recipe_of(request, part.table, run)
      .partial({part.table, masking::RecordNumbers(std::span(part.numbers)), request.place});
}

Value mask_join(const MaskPartsRequest& request, const std::vector<Value>& partials, const Run& run) {
  release::PartitionRecipe recipe = recipe_of(request, numbered_part(request).table, run);
  for (const Value& partial : partials) recipe.merge(partial);
  return recipe.merged();
}

MaskParts mask_merge(const MaskPartsRequest& request, const std::vector<Value>& partials, const Run& run) {
  const Table table = numbered_part(request).table;
  release::PartitionRecipe recipe = recipe_of(request, table, run);
  for (const Value& partial : partials) recipe.merge(partial);
  MaskParts result{.state = recipe.state()};
  MaskPartsRequest next = request;
  next.state = result.state;
  const release::PartitionRecipe after = recipe_of(next, table, run);
  result.stage = after.stage();
  result.fitted = after.fitted();
  if (!result.stage.empty()) return result;
  result.wanted_classes = after.survey().wanted();
  result.wanted_values = after.counted_values();
  result.wanted_keys = after.survey().key_names();
  return result;
}

MaskedPart mask_apply(const MaskPartsRequest& request, const Run& run) {
  const Numbered part = numbered_part(request);
  release::PartitionRecipe recipe = recipe_of(request, part.table, run);
  return {recipe.masked({part.table, masking::RecordNumbers(std::span(part.numbers)), request.place}),
          recipe.protected_names()};
}

MaskResult mask_describe(const MaskPartsRequest& request, const Value& classes, const Value& distinct,
                         const Table* keys, const Run& run) {
  const Table table = numbered_part(request).table;
  const release::PartitionRecipe recipe = recipe_of(request, table, run);
  if (!recipe.stage().empty()) bad_input("the state is not that of a finished release");
  std::map<std::string, std::size_t> values;
  if (!distinct.is_object()) bad_input("\"distinct\" must be an object");
  for (const auto& [name, count] : distinct.as_object()) values[name] = counted_member(distinct, name);
  const release::MaskingResult described = recipe.described(values);
  release::BlockExposure found =
      recipe.survey().exposure(recipe.records(), found_classes(classes), keys, run);
  MaskResult result;
  if (request.mask.reveal) result.reveal = release::reveal_document(described.masked, described.release);
  const Table outline = described.masked.tables.front().taking_rows({});
  const Table released = outline.taking_columns(release::released_columns(outline));
  result.delivery.tables = {released};
  result.delivery.sidecar = io::sidecar_value(released, described.release);
  result.delivery.unchanged = std::move(found.kept);
  result.delivery.unchanged.insert(result.delivery.unchanged.begin(), found.exposed.begin(),
                                   found.exposed.end());
  result.delivery.unchanged_columns = std::move(found.unchanged);
  result.delivery.exposure = std::move(found.exposure);
  result.release = release::reported_release(result.delivery.sidecar.at("release"));
  result.masked = described.masked;
  result.details = described.masked.details;
  result.rows = recipe.records();
  const masking::Recipe steps = request.mask.steps();
  result.identifiers = table.column_count() - released.column_count() - dropped_others(table, steps);
  result.repeatable = run.seeded() || !draws_at_random(steps, request.mask.terms());
  result.warnings = release::all_warnings(described, result.delivery);
  result.accepted = release::accepted_warnings(result.warnings, request.mask.accepted);
  return result;
}

Table state_table(const Value& state) {
  ColumnInfo info;
  info.name = "state";
  info.kind = Kind::nominal;
  std::vector<Column> columns;
  columns.emplace_back(Codes{{0}, {io::json_text(state)}});
  return Table({std::move(info)}, std::move(columns));
}

std::vector<Value> states_of(const Table& table) {
  if (table.column_count() != 1 || !table.column(0).is_text() || table.column(0).missing_count() > 0) {
    bad_input("a state is a table with one column of texts");
  }
  std::vector<Value> states;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    states.push_back(io::parse_json(table.column(0).text(row), "a partial state"));
  }
  if (states.empty()) bad_input("there is no partial state");
  return states;
}

}  // namespace sfumato::jobs
