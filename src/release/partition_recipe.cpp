// Every process makes the same works of the same request and state, so that a state holds only what was
// found.
#include "release/partition_recipe.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/blocks_work.hpp"
#include "masking/keys_work.hpp"
#include "masking/partial_state.hpp"
#include "masking/sample_weights.hpp"
#include "release/block_recipe.hpp"
#include "release/declared_columns.hpp"
#include "release/delivery.hpp"
#include "release/dropped_columns.hpp"
#include "release/recipe_parts.hpp"

namespace sfumato::release {
namespace {

using masking::count_of;
using masking::damaged_state;
using masking::item_of;

Table without_records(const Table& table) { return table.taking_rows({}); }

void add_up(std::vector<std::size_t>& sums, const std::vector<std::size_t>& more) {
  sums.resize(std::max(sums.size(), more.size()), 0);
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}

}  // namespace

namespace {

std::string blocks_hindrance(const masking::Recipe& recipe, const Table& outline,
                             const std::vector<std::string>& columns, const std::string& source) {
  if (recipe.steps.size() != 1) return "blocks of near records are for one method, not for several steps";
  const std::string& name = recipe.steps.front().method->info.name;
  if (recipe_hindrance(recipe, outline, columns, source, RecordsIn::parts).empty()) {
    bad_param("block-rows", name + " needs no blocks: it gives the values of one machine", "leave it out");
  }
  for (ColumnId id = 0; id < outline.column_count(); ++id) {
    if (outline.info(id).role == Role::unit)
      return "units with several records are counted among all records";
  }
  const PreparedSteps prepared = prepared_steps(recipe, leaving_out(outline, recipe), columns, source);
  const std::string reason = masking::BlocksWork::hindrance(outline, prepared.steps.front());
  return reason.empty() ? "" : name + ": " + reason;
}

}  // namespace

std::string partition_hindrance(const masking::Recipe& recipe, const Table& outline,
                                const std::vector<std::string>& columns, const std::string& source,
                                std::size_t block_rows) {
  const auto has = [&](Role role) {
    for (ColumnId id = 0; id < outline.column_count(); ++id) {
      if (outline.info(id).role == role) return true;
    }
    return false;
  };
  const bool households = has(Role::household), units = has(Role::unit);
  if (households && units) return "households and units are both declared";
  for (const masking::RecipeStep& step : recipe.steps) {
    const MethodInfo& info = step.method->info;
    if (households && !info.samples && !info.identifiers) {
      return "columns that are equal within households are masked once for each, which needs all its records";
    }
    if (units && info.whole_records) return "units with several records are counted among all records";
  }
  if (block_rows > 0) return blocks_hindrance(recipe, outline, columns, source);
  return recipe_hindrance(recipe, outline, columns, source, RecordsIn::parts);
}

PartitionRecipe::PartitionRecipe(masking::Recipe recipe, Table outline, std::vector<std::string> columns,
                                 std::string source, const Run& run, const Value& state,
                                 std::map<std::size_t, Table> supplied, PartitionTerms terms)
    : recipe_(std::move(recipe)),
      outline_(without_records(outline)),
      supplied_(std::move(supplied)),
      terms_(terms),
      columns_(std::move(columns)),
      source_(std::move(source)),
      run_(with_tables(recipe_, run)),
      stages_{{Kind::facts}} {
  const Table shown = leaving_out(outline_, recipe_);
  for (ColumnId id = 0; id < outline_.column_count(); ++id) {
    if (outline_.info(id).role == Role::unit && shown.info(id).role != Role::unit) {
      bad_input("this release cannot be made of parts of the records: units are left out, and still counted",
                "release the column of units, or give it another role");
    }
  }
  if (const std::string reason = partition_hindrance(recipe_, shown, columns_, source_, terms_.block_rows);
      !reason.empty()) {
    bad_input(
        "this release cannot be made of parts of the records: " + reason,
        "collect the records, choose methods and terms that work on parts, mask inside strata (‹within›), or "
        "approximately by blocks of near records (‹block-rows›)");
  }
  facts_ = PartitionFacts(outline_, builds_hierarchies(recipe_));
  if (state.is_null()) return;
  if (!state.is_array()) damaged_state();
  for (const Value& finished : state.as_array()) advance(finished);
}

std::string PartitionRecipe::stage() const {
  if (stage_ >= stages_.size()) return {};
  const Stage& now = stages_[stage_];
  switch (now.kind) {
    case Kind::facts:
      return "facts";
    case Kind::pass:
      return name_of(now.step) + ", pass " + std::to_string(now.pass + 1);
    case Kind::values:
      return name_of(now.step) + ", values" + (now.pass == 0 ? "" : " " + std::to_string(now.pass + 1));
    case Kind::rules:
      return rules_.name(now.pass);
    case Kind::survey:
      break;
  }
  return "survey";
}

std::string PartitionRecipe::name_of(std::size_t work) const {
  if (works_[work].task == Task::households) return "numbers of households";
  return "step " + std::to_string(works_[work].place + 1) +
         (works_[work].task == Task::fill ? ", missing cells" : "");
}

void PartitionRecipe::advance(const Value& finished) {
  if (stage_ >= stages_.size()) damaged_state();
  merge(finished);
  done_.push_back(finished);
  finish_stage();
}

// A table whose supplied columns are not there yet is one without records: its own columns stand for them.
masking::MaskedBlock PartitionRecipe::applied(std::size_t place, const Table& table, const RecordPart& part) {
  masking::BlockWork& work = *works_[place].work;
  if (work.rounds() == 0) return work.apply(table, part.numbers);
  const auto found = part.supplied.find(place);
  if (found != part.supplied.end())
    return work.apply_supplied(table, declared_as(found->second, table), part.numbers);
  if (part.table.rows() > 0) {
    bad_input("values of " + name_of(place) + " are not supplied",
              "join the values of \"mask-supply\" to the records");
  }
  return work.apply_supplied(table, table.taking_columns(work.supply(work.rounds() - 1).columns),
                             part.numbers);
}

void PartitionRecipe::Reached::keep(std::vector<std::size_t> kept) {
  std::vector<std::uint64_t> own;
  for (const std::size_t row : kept) own.push_back(part.numbers[row]);
  numbers = std::move(own);
  part.numbers = masking::RecordNumbers(std::span(numbers));
  for (auto& [step, values] : part.supplied) values = values.taking_rows(kept);
  if (rows) {
    for (std::size_t& row : kept) row = (*rows)[row];
  }
  rows = std::move(kept);
}

void PartitionRecipe::require_fitting(std::size_t work, const Table& table) const {
  if (works_[work].task != Task::step) return;
  const masking::Step& step = works_[work].step;
  const MethodInfo& info = step.method->info;
  require_usable(table, step.columns, info.accepts, info.name, info.differential);
}

PartitionRecipe::Reached PartitionRecipe::after_steps(const RecordPart& part, std::size_t steps) {
  Reached reached{part};
  Table& table = reached.part.table;
  for (ColumnId id = 0; id < table.column_count(); ++id) table.set_info(id, original_.info(id));
  for (std::size_t s = 0; s < steps; ++s) {
    require_fitting(s, table);
    masking::MaskedBlock masked = applied(s, table, reached.part);
    if (steps == works_.size()) add_up(works_[s].counts, masked.counts);
    table = std::move(masked.table);
    if (masked.rows) reached.keep(*std::move(masked.rows));
  }
  return reached;
}

Table PartitionRecipe::declared_original(const RecordPart& part) const {
  Table original = part.table;
  for (ColumnId id = 0; id < original.column_count(); ++id) original.set_info(id, original_.info(id));
  return original;
}

Value PartitionRecipe::partial(const RecordPart& part) {
  if (stage_ >= stages_.size())
    bad_input("all is known of these records", "mask them, or describe the release");
  const Stage now = stages_[stage_];
  if (now.kind == Kind::facts) {
    facts_.observe(part.table, part.numbers, run_);
    return facts_.state();
  }
  if (now.kind == Kind::values) {
    bad_input("this stage wants values, and not a partial result", "bring records to \"mask-supply\"");
  }
  if (now.kind == Kind::pass) {
    const Reached before = after_steps(part, now.step);
    require_fitting(now.step, before.part.table);
    works_[now.step].work->observe(now.pass, before.part.table, before.part.numbers);
    return works_[now.step].work->partial(now.pass);
  }
  Reached reached = after_steps(part, works_.size());
  const Table original = declared_original(part);
  if (now.kind == Kind::rules) {
    rules_.observe(now.pass, original, std::move(reached.part.table));
    return merged();
  }
  const Table masked = rules_.applied(original, std::move(reached.part.table), true);
  survey_.add(reached.rows ? original.taking_rows(*reached.rows) : original, masked, part.place);
  return merged();
}

std::optional<WantedValues> PartitionRecipe::wanted_values() const {
  if (stage_ >= stages_.size() || stages_[stage_].kind != Kind::values) return std::nullopt;
  const Stage& now = stages_[stage_];
  const masking::BlockWork& work = *works_[now.step].work;
  return WantedValues{now.step, now.pass, now.pass + 1 == work.rounds(), work.supply(now.pass)};
}

StepRecords PartitionRecipe::before_step(const RecordPart& part) {
  const std::optional<WantedValues> wanted = wanted_values();
  if (!wanted) bad_input("this stage wants no values");
  const Reached reached = after_steps(part, wanted->step);
  const Table& before = reached.part.table;
  require_fitting(wanted->step, before);
  StepRecords result{before.taking_columns(wanted->plan.needs), {}};
  for (std::size_t row = 0; row < before.rows(); ++row) result.numbers.push_back(reached.part.numbers[row]);
  return result;
}

masking::SuppliedValues PartitionRecipe::supplied_values(const masking::SupplyRequest& request) {
  const std::optional<WantedValues> wanted = wanted_values();
  if (!wanted) bad_input("this stage wants no values");
  masking::SupplyRequest typed = request;
  typed.records = declared_as(std::move(typed.records), current_);
  return works_[wanted->step].work->supplied(wanted->round, typed);
}

StepRecords PartitionRecipe::all_masked(const RecordPart& part) {
  if (!fitted())
    bad_input("the state is not that of a fitted release", "merge the partial states of all passes");
  Reached reached = after_steps(part, works_.size());
  StepRecords result{rules_.applied(declared_original(part), std::move(reached.part.table), false), {}};
  for (std::size_t row = 0; row < result.table.rows(); ++row) {
    result.numbers.push_back(reached.part.numbers[row]);
  }
  return result;
}

StepRecords PartitionRecipe::masked(const RecordPart& part) {
  StepRecords result = all_masked(part);
  result.table = result.table.taking_columns(released_columns(result.table));
  return result;
}

void PartitionRecipe::merge(const Value& partial) {
  const Stage now = stages_[stage_];
  switch (now.kind) {
    case Kind::facts:
      facts_.merge(partial);
      return;
    case Kind::pass:
      works_[now.step].work->merge(now.pass, partial);
      return;
    case Kind::values:
      works_[now.step].work->merge_tally(now.pass, partial);
      return;
    case Kind::rules:
      rules_.merge(now.pass, partial);
      return;
    case Kind::survey:
      merge_tally(partial);
  }
}

Value PartitionRecipe::merged() const {
  const Stage now = stages_[stage_];
  switch (now.kind) {
    case Kind::facts:
      return facts_.state();
    case Kind::pass:
      return works_[now.step].work->partial(now.pass);
    case Kind::values:
      return works_[now.step].work->tally(now.pass);
    case Kind::rules:
      return rules_.state(now.pass);
    case Kind::survey:
      break;
  }
  return tally_state();
}

Value PartitionRecipe::state() const {
  Value result = Value::array();
  for (const Value& finished : done_) result.push(finished);
  result.push(merged());
  return result;
}

// What masking all parts counted.
Value PartitionRecipe::tally_state() const {
  Value counts = Value::array(), applied = Value::array();
  for (const StepWork& one : works_) {
    Value own = Value::array();
    for (const std::size_t count : one.counts) own.push(count);
    counts.push(std::move(own));
    applied.push(one.work->applied());
  }
  return Value(Value::Array{counts, applied, rules_.tally(), survey_.state()});
}

void PartitionRecipe::merge_tally(const Value& partial) {
  for (std::size_t s = 0; s < works_.size(); ++s) {
    const Value& own = item_of(item_of(partial, 0), s);
    if (!own.is_array()) damaged_state();
    std::vector<std::size_t> counts;
    for (const Value& count : own.as_array()) counts.push_back(count_of(count));
    add_up(works_[s].counts, counts);
    if (!item_of(item_of(partial, 1), s).is_null()) {
      works_[s].work->merge_applied(item_of(item_of(partial, 1), s));
    }
  }
  rules_.merge_tally(item_of(partial, 2));
  survey_.merge(item_of(partial, 3));
}

std::vector<std::string> PartitionRecipe::protected_names() const {
  ColumnSet changed = protected_columns(prepared_.steps);
  const bool reweighed =
      std::any_of(prepared_.steps.begin(), prepared_.steps.end(), [](const masking::Step& step) {
        return step.method->info.samples && masking::reweight_of(step.params) != masking::Reweight::none;
      });
  for (const masking::Derivation& rule : prepared_.rules.derive) changed.push_back(rule.total);
  for (const ColumnId id : renumbered_columns()) changed.push_back(id);
  for (ColumnId id = 0; reweighed && id < original_.column_count(); ++id) {
    const bool known = std::find(changed.begin(), changed.end(), id) != changed.end();
    if (original_.info(id).role == Role::weight && !known) changed.push_back(id);
  }
  return original_.names(changed);
}

std::vector<std::string> PartitionRecipe::counted_values() const {
  std::vector<std::string> names;
  for (const StepWork& one : works_) {
    for (const ColumnId id : one.work->counted_values()) names.push_back(original_.info(id).name);
  }
  return names;
}

}  // namespace sfumato::release
