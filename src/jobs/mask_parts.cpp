// Nothing is decided here: src/release has the stages, the warnings and the description.
#include "jobs/mask_parts.hpp"

#include <map>
#include <optional>

#include "core/error.hpp"
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "jobs/block_release.hpp"
#include "jobs/callers_part.hpp"
#include "jobs/counted_rows.hpp"
#include "masking/keys_work.hpp"
#include "masking/partial_state.hpp"
#include "release/companion_files.hpp"
#include "release/partition_recipe.hpp"
#include "release/record_draws.hpp"
#include "release/used_hierarchies.hpp"
#include "release/verification.hpp"

namespace sfumato::jobs {
namespace {

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
      if (!name.is_text()) bad_input("names of columns must be texts", "give a list of names");
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
                         const Table* continuation, const Run& run) {
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
  // A table without columns would have no records.
  if (others.empty() && values.column_count() > 0) others.push_back(0);
  const masking::RecordNumbers listed = masking::RecordNumbers(std::span(numbers));
  masking::SupplyRequest brought{values.taking_columns(others), listed, wanted};
  if (continuation != nullptr) brought.continuation = *continuation;
  masking::SuppliedValues made = recipe_of(request, part, run).supplied_values(brought);
  if (made.numbers.empty() && made.values.rows() > 0) {
    return {std::move(made.values), std::move(made.tally), std::move(made.continuation)};
  }
  std::vector<ColumnInfo> infos{plain_info(number_name)};
  std::vector<Column> columns{bits_column(made.numbers)};
  for (ColumnId id = 0; id < made.values.column_count(); ++id) {
    infos.push_back(made.values.info(id));
    columns.push_back(made.values.column(id));
  }
  return {Table(std::move(infos), std::move(columns)), std::move(made.tally), std::move(made.continuation)};
}

namespace {

// With the sign bit turned, so that signed numbers have the order of the draws.
std::vector<std::uint64_t> signed_order_draws(const std::vector<std::uint64_t>& numbers, const Run& run) {
  SecureRng draws = release::order_draws(run);
  std::vector<std::uint64_t> result;
  result.reserve(numbers.size());
  for (const std::uint64_t number : numbers) {
    result.push_back(draws.bits_at(number) ^ std::uint64_t{1} << 63U);
  }
  return result;
}

}  // namespace

MaskedPart mask_apply(const MaskPartsRequest& request, const Run& run) {
  const CallersPart part = callers_part(request);
  release::PartitionRecipe recipe = recipe_of(request, part, run);
  const release::StepRecords made = recipe.masked(part.records(request.place));
  const bool shuffled = request.mask.terms().shuffle;
  MaskedPart result{made.table, recipe.protected_names()};
  if (!shuffled && !request.mask.map) return result;
  std::vector<ColumnInfo> infos = made.table.schema();
  std::vector<Column> columns;
  for (ColumnId id = 0; id < made.table.column_count(); ++id) columns.push_back(made.table.column(id));
  infos.push_back(plain_info(number_name));
  columns.push_back(bits_column(made.numbers));
  if (shuffled) {
    infos.push_back(plain_info(draw_name));
    columns.push_back(bits_column(signed_order_draws(made.numbers, run)));
  }
  result.table = Table(std::move(infos), std::move(columns));
  return result;
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
  if (!recipe.stage().empty()) {
    bad_input("the state is not that of a finished release", "merge the parts of every stage first");
  }
  std::map<std::string, std::size_t> values;
  if (!distinct.is_object()) bad_input("\"distinct\" must be an object");
  for (const auto& [name, count] : distinct.as_object()) values[name] = counted_member(distinct, name);
  const release::MaskingResult described = recipe.described(values);
  std::optional<Table> counted;
  if (keys != nullptr) {
    const bool counts = keys->find(masking::KeysWork::count_name).has_value();
    counted = counts ? with_counts(*keys, masking::KeysWork::count_name) : *keys;
  }
  release::BlockExposure found = recipe.survey().exposure(
      found_classes(classes), counted ? &*counted : nullptr, described.masked.promises, run);
  MaskResult result;
  result.hidden = request.mask.for_public;
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
    bad_input("a state is a table with one column of texts", "give it back as it came");
  }
  std::vector<Value> states;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    states.push_back(io::parse_json(table.column(0).text(row), "a partial state"));
  }
  if (states.empty()) bad_input("there is no partial state", "give what mask-partial gave of each part");
  return states;
}

}  // namespace sfumato::jobs
