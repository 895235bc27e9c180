// Nothing is decided here: src/release has the stages, the warnings and the description.
#include "jobs/mask_parts.hpp"

#include <map>
#include <optional>

#include "core/error.hpp"
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "jobs/block_release.hpp"
#include "jobs/record_sequence.hpp"
#include "masking/partial_state.hpp"
#include "release/companion_files.hpp"
#include "release/partition_recipe.hpp"
#include "release/used_hierarchies.hpp"
#include "release/verification.hpp"

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

std::vector<std::uint64_t> number_bits(const Table& table, ColumnId id) {
  const Integers* integers = table.column(id).get_if<Integers>();
  if (integers == nullptr || table.column(id).missing_count() > 0) {
    bad_input("column '" + table.info(id).name + "' has no numbers of records");
  }
  std::vector<std::uint64_t> numbers;
  numbers.reserve(integers->values.size());
  for (const std::int64_t bits : integers->values) numbers.push_back(static_cast<std::uint64_t>(bits));
  return numbers;
}

Column bits_column(const std::vector<std::uint64_t>& numbers) {
  Integers bits;
  bits.values.reserve(numbers.size());
  for (const std::uint64_t number : numbers) bits.values.push_back(static_cast<std::int64_t>(number));
  return bits;
}

ColumnInfo plain_info(const std::string& name) {
  ColumnInfo info;
  info.name = name;
  info.kind = Kind::numeric;
  return info;
}

// The part without the columns of the caller, and what they have.
struct CallersPart {
  Table table;
  std::vector<std::uint64_t> numbers = {};
  std::map<std::size_t, Table> supplied = {};

  release::RecordPart records(const std::string& place) const {
    return {table, masking::RecordNumbers(std::span(numbers)), place, supplied};
  }
};

// "__sfumato_value_0_income" is column income of step 0.
std::pair<std::size_t, std::string> supplied_name(const std::string& name) {
  const std::string rest = name.substr(std::string_view(value_prefix).size());
  const std::size_t end = rest.find('_');
  const bool digits =
      end != std::string::npos && end > 0 && end < 6 && rest.find_first_not_of("0123456789") == end;
  if (!digits) bad_input("column '" + name + "' has a name that sfumato uses itself", "rename the column");
  return {std::stoul(rest.substr(0, end)), rest.substr(end + 1)};
}

CallersPart callers_part(const MaskPartsRequest& request) {
  const Table& given = request.mask.original.file.table;
  CallersPart result;
  ColumnSet own;
  std::map<std::size_t, std::pair<std::vector<ColumnInfo>, std::vector<Column>>> found;
  for (ColumnId id = 0; id < given.column_count(); ++id) {
    const ColumnInfo& info = given.info(id);
    if (info.name == request.number_column) {
      result.numbers = number_bits(given, id);
    } else if (info.name.starts_with(value_prefix)) {
      const auto [step, name] = supplied_name(info.name);
      found[step].first.push_back(info);
      found[step].first.back().name = name;
      found[step].second.push_back(given.column(id));
    } else {
      own.push_back(id);
    }
  }
  if (!request.number_column.empty()) given.require(request.number_column);
  result.table = own.size() == given.column_count() ? given : given.taking_columns(own);
  for (auto& [step, columns] : found) {
    result.supplied.emplace(step, Table(std::move(columns.first), std::move(columns.second)));
  }
  if (!request.number_column.empty()) return result;
  if (!request.mask.row_number.empty() || !request.mask.record_key.empty()) {
    result.numbers = record_numbers(result.table, request.mask.row_number, request.mask.record_key);
  } else if (result.table.rows() > 0) {
    bad_input("the records of a part have no numbers",
              "name a column with \"row-number\", \"record-key\" or \"number-column\"");
  }
  return result;
}

release::PartitionRecipe recipe_of(const MaskPartsRequest& request, const CallersPart& part, const Run& run) {
  refuse_terms(request.mask);
  std::map<std::size_t, Table> outlines;
  for (const auto& [step, table] : part.supplied) outlines.emplace(step, table.taking_rows({}));
  return {request.mask.steps(), part.table,          request.mask.columns, request.mask.original.name, run,
          request.state,        std::move(outlines), request.block_rows};
}

std::size_t counted_member(const Value& object, std::string_view name) {
  const Value* found = object.find(name);
  if (found == nullptr || !found->is_integer() || found->as_integer() < 0) {
    bad_input("counts of classes lack \"" + std::string(name) + "\"");
  }
  return static_cast<std::size_t>(found->as_integer());
}

}  // namespace

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
    release::PartitionClasses counted{counted_member(one, "records"), counted_member(one, "classes"),
                                      counted_member(one, "unique"), counted_member(one, "smallest"),
                                      gaps != nullptr && gaps->is_bool() && gaps->as_bool()};
    if (one.find("holders") != nullptr) {
      counted.holders = counted_member(one, "holders");
      counted.holders_alone = counted_member(one, "holders_alone");
      counted.alone = counted_member(one, "alone");
      counted.fewest_holders = counted_member(one, "fewest_holders");
      counted.held = true;
    }
    found[names] = counted;
  }
  return found;
}

Value mask_partial(const MaskPartsRequest& request, const Run& run) {
  const CallersPart part = callers_part(request);
  return recipe_of(request, part, run).partial(part.records(request.place));
}

Value mask_join(const MaskPartsRequest& request, const std::vector<Value>& partials, const Run& run) {
  release::PartitionRecipe recipe = recipe_of(request, callers_part(request), run);
  for (const Value& partial : partials) recipe.merge(partial);
  return recipe.merged();
}

MaskParts mask_merge(const MaskPartsRequest& request, const std::vector<Value>& partials, const Run& run) {
  const CallersPart part = callers_part(request);
  release::PartitionRecipe recipe = recipe_of(request, part, run);
  for (const Value& partial : partials) recipe.merge(partial);
  MaskParts result{.state = recipe.state()};
  MaskPartsRequest next = request;
  next.state = result.state;
  const release::PartitionRecipe after = recipe_of(next, part, run);
  result.stage = after.stage();
  result.fitted = after.fitted();
  result.values = after.wanted_values();
  if (result.values) {
    result.value_columns = part.table.names(result.values->plan.columns);
    result.value_needs = part.table.names(result.values->plan.needs);
  }
  if (!result.stage.empty()) return result;
  result.promises = after.promises();
  result.wanted_classes = after.survey().wanted();
  result.wanted_values = after.counted_values();
  result.wanted_keys = after.survey().key_names();
  result.holder = after.survey().holder();
  result.held_classes = after.survey().held();
  return result;
}

namespace {

// Numbers that a column is sorted by, where its own cells do not say it: places of ordered categories, and
// moments, which the library compares as days.
std::optional<Column> order_of(const Column& column, const ColumnInfo& info) {
  if (column.get_if<Timestamps>() != nullptr) return column.to_numbers();
  const Codes* codes = column.get_if<Codes>();
  if (codes == nullptr || info.kind != Kind::ordinal) return std::nullopt;
  Integers places{{codes->codes.begin(), codes->codes.end()}, std::vector<std::uint8_t>(column.size(), 0)};
  for (std::size_t row = 0; row < places.values.size(); ++row) {
    if (codes->codes[row] == Codes::missing) places.missing[row] = 1;
  }
  return places;
}

}  // namespace

Table mask_before(const MaskPartsRequest& request, const Run& run) {
  const CallersPart part = callers_part(request);
  const release::StepRecords records = recipe_of(request, part, run).before_step(part.records(request.place));
  const Table& before = records.table;
  std::vector<ColumnInfo> infos{plain_info(number_name)};
  std::vector<Column> columns{bits_column(records.numbers)};
  for (ColumnId id = 0; id < before.column_count(); ++id) {
    infos.push_back(before.info(id));
    columns.push_back(before.column(id));
    std::optional<Column> order = order_of(before.column(id), before.info(id));
    if (!order) continue;
    infos.push_back(plain_info("__sfumato_order_" + before.info(id).name));
    columns.push_back(std::move(*order));
  }
  return {std::move(infos), std::move(columns)};
}

SuppliedPart mask_supply(const MaskPartsRequest& request, const Table& values, const Value& wanted,
                         const Run& run) {
  const CallersPart part = callers_part(request);
  std::vector<std::uint64_t> numbers;
  ColumnSet others;
  for (ColumnId id = 0; id < values.column_count(); ++id) {
    if (values.info(id).name == number_name) {
      numbers = number_bits(values, id);
    } else {
      others.push_back(id);
    }
  }
  const masking::RecordNumbers listed = masking::RecordNumbers(std::span(numbers));
  masking::SuppliedValues made =
      recipe_of(request, part, run).supplied_values({values.taking_columns(others), listed, wanted});
  if (made.numbers.empty() && made.values.rows() > 0) return {std::move(made.values), std::move(made.tally)};
  std::vector<ColumnInfo> infos{plain_info(number_name)};
  std::vector<Column> columns{bits_column(made.numbers)};
  for (ColumnId id = 0; id < made.values.column_count(); ++id) {
    infos.push_back(made.values.info(id));
    columns.push_back(made.values.column(id));
  }
  return {Table(std::move(infos), std::move(columns)), std::move(made.tally)};
}

MaskedPart mask_apply(const MaskPartsRequest& request, const Run& run) {
  const CallersPart part = callers_part(request);
  release::PartitionRecipe recipe = recipe_of(request, part, run);
  return {recipe.masked(part.records(request.place)), recipe.protected_names()};
}

Table mask_promised(const MaskPartsRequest& request, std::size_t promise, const Run& run) {
  const CallersPart part = callers_part(request);
  return recipe_of(request, part, run).promised(promise, part.records(request.place));
}

Value mask_verify(const MaskPartsRequest& request, std::size_t promise, const Table& strata, const Run& run) {
  const CallersPart part = callers_part(request);
  return Value(
      Value::Array{promise, verify::counted_state(recipe_of(request, part, run).counted(promise, strata))});
}

namespace {

// Of all strata together; a promise that does not hold, or was not counted in every record, is an error.
std::vector<verify::PromiseFinding> verified(const release::PartitionRecipe& recipe,
                                             const std::vector<ClassPromise>& told,
                                             const std::vector<Value>& states) {
  const std::vector<ClassPromise> promises = recipe.promises();
  std::vector<std::optional<verify::PromiseFinding>> found(promises.size());
  for (const Value& state : states) {
    const std::size_t promise = masking::count_of(masking::item_of(state, 0));
    if (promise >= promises.size()) masking::damaged_state();
    auto one = verify::finding_of_state(promises[promise], masking::item_of(state, 1));
    if (!one) masking::damaged_state();
    if (found[promise]) {
      verify::merge_finding(*found[promise], *one);
    } else {
      found[promise] = std::move(one);
    }
  }
  std::vector<verify::PromiseFinding> findings;
  for (std::size_t place = 0; place < found.size(); ++place) {
    std::optional<verify::PromiseFinding>& one = found[place];
    if (!one || one->records != recipe.records()) {
      throw Error(ErrorCode::internal, "a promise was not verified in every record of the release");
    }
    verify::conclude(*one);
    one->promise = told[place];
    one->counted_in = "table as returned";
    release::require_kept(*one);
    findings.push_back(std::move(*one));
  }
  return findings;
}

}  // namespace

MaskResult mask_describe(const MaskPartsRequest& request, const Value& classes, const Value& distinct,
                         const Table* keys, const std::vector<Value>& findings, const Run& run) {
  const CallersPart part = callers_part(request);
  const Table& table = part.table;
  const release::PartitionRecipe recipe = recipe_of(request, part, run);
  if (!recipe.stage().empty()) bad_input("the state is not that of a finished release");
  std::map<std::string, std::size_t> values;
  if (!distinct.is_object()) bad_input("\"distinct\" must be an object");
  for (const auto& [name, count] : distinct.as_object()) values[name] = counted_member(distinct, name);
  const release::MaskingResult described = recipe.described(values);
  release::BlockExposure found = recipe.survey().exposure(found_classes(classes), keys, run);
  MaskResult result;
  if (request.mask.reveal) result.reveal = release::reveal_document(described.masked, described.release);
  const Table outline = described.masked.tables.front().taking_rows({});
  const Table released = outline.taking_columns(release::released_columns(outline));
  result.delivery.tables = {released};
  if (recipe.records() > 0) {
    result.delivery.findings = verified(recipe, described.masked.promises, findings);
    result.delivery.warnings =
        release::unverified_warnings(described.masked.promises, result.delivery.findings);
  }
  result.delivery.sidecar = io::sidecar_value(released, described.release);
  result.delivery.unchanged = std::move(found.kept);
  result.delivery.unchanged.insert(result.delivery.unchanged.begin(), found.exposed.begin(),
                                   found.exposed.end());
  result.delivery.unchanged_columns = std::move(found.unchanged);
  result.delivery.exposure = std::move(found.exposure);
  result.release = release::reported_release(result.delivery.sidecar.at("release"));
  result.masked = described.masked;
  result.details = described.masked.details;
  result.rows = recipe.released_records();
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
