// Every process makes the same works of the same request and state, so that a state holds only what was
// found.
#include "release/partition_recipe.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/blocks_work.hpp"
#include "masking/declared_decimals.hpp"
#include "masking/keys_work.hpp"
#include "masking/partial_state.hpp"
#include "masking/sample_weights.hpp"
#include "release/block_recipe.hpp"
#include "release/declared_columns.hpp"
#include "release/delivery.hpp"
#include "release/dropped_columns.hpp"
#include "release/hierarchies.hpp"
#include "release/recipe_parts.hpp"

namespace sfumato::release {
namespace {

using masking::count_of;
using masking::damaged_state;
using masking::item_of;

Table without_records(const Table& table) { return table.taking_rows({}); }

// Labels of an ordered column must be the same in every part.
void require_orders(const Table& outline, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    const ColumnInfo& info = outline.info(id);
    if (info.kind != Kind::ordinal || !outline.column(id).is_text() || !info.order.empty()) continue;
    bad_input("column '" + info.name + "' has ordered categories, and their order is not declared",
              "declare it with `order` in the schema, since no part of the records has all of them");
  }
}

bool builds_hierarchies(const masking::Recipe& recipe) {
  return std::any_of(recipe.steps.begin(), recipe.steps.end(), [](const masking::RecipeStep& step) {
    return step.method->info.made_for == MadeFor::hierarchies;
  });
}

bool rules_apply(const masking::EditRules& rules, const Table& outline, const ColumnSet& columns) {
  return rules.keep_bounds || rules.keep_integers ||
         std::any_of(columns.begin(), columns.end(),
                     [&](ColumnId id) { return outline.info(id).domain.has_value(); });
}

void add_up(std::vector<std::size_t>& sums, const std::vector<std::size_t>& more) {
  sums.resize(std::max(sums.size(), more.size()), 0);
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}

}  // namespace

namespace {

std::string blocks_hindrance(const masking::Recipe& recipe, const Table& outline,
                             const std::vector<std::string>& columns, const std::string& source) {
  if (recipe.steps.size() != 1) return "blocks of near records are for one method, not for several steps";
  if (!recipe.derive.empty()) return "totals are recomputed (‹derive›)";
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
                                 std::map<std::size_t, Table> supplied, std::size_t block_rows)
    : recipe_(std::move(recipe)),
      outline_(without_records(outline)),
      supplied_(std::move(supplied)),
      block_rows_(block_rows),
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
  if (const std::string reason = partition_hindrance(recipe_, shown, columns_, source_, block_rows_);
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
      return "step " + std::to_string(now.step + 1) + ", pass " + std::to_string(now.pass + 1);
    case Kind::values:
      return "step " + std::to_string(now.step + 1) + ", values" +
             (now.pass == 0 ? "" : " " + std::to_string(now.pass + 1));
    case Kind::bounds:
      return "bounds";
    case Kind::whole:
      return "whole numbers";
    case Kind::survey:
      break;
  }
  return "survey";
}

void PartitionRecipe::advance(const Value& finished) {
  if (stage_ >= stages_.size()) damaged_state();
  merge(finished);
  done_.push_back(finished);
  finish_stage();
}

void PartitionRecipe::finish_stage() {
  const Stage now = stages_[stage_++];
  switch (now.kind) {
    case Kind::facts:
      prepare_steps();
      break;
    case Kind::pass:
      works_[now.step].work->finish(now.pass);
      if (now.pass + 1 == works_[now.step].work->passes()) finish_step(now.step);
      break;
    case Kind::values:
      works_[now.step].work->finish_round(now.pass);
      if (now.pass + 1 == works_[now.step].work->rounds()) finish_step(now.step);
      break;
    case Kind::whole: {
      ColumnSet kept;
      for (std::size_t i = 0; i < whole_.size(); ++i) {
        if (broken_[i] == 0) kept.push_back(whole_[i]);
      }
      whole_ = kept;
      masking::round_to_declared(current_, whole_);
      break;
    }
    case Kind::bounds:
    case Kind::survey:
      break;
  }
}

// After its passes a step may want values; after them, the next step begins.
void PartitionRecipe::finish_step(std::size_t step) {
  masking::BlockWork& work = *works_[step].work;
  if (work.rounds() > 0 && stages_[stage_ - 1].kind != Kind::values) {
    for (std::size_t round = 0; round < work.rounds(); ++round) {
      stages_.push_back({Kind::values, step, round});
    }
    return;
  }
  if (std::optional<Table> sketch = work.sketched(current_)) {
    current_ = *std::move(sketch);
  } else {
    current_ = applied(step, current_, {current_, masking::RecordNumbers(0), {}, supplied_}).table;
  }
  add_step_stages(step + 1);
}

// A table whose supplied columns are not there yet is one without records: its own columns stand for them.
masking::MaskedBlock PartitionRecipe::applied(std::size_t step, const Table& table, const RecordPart& part) {
  masking::BlockWork& work = *works_[step].work;
  if (work.rounds() == 0) return work.apply(table, part.numbers);
  const auto found = part.supplied.find(step);
  if (found != part.supplied.end())
    return work.apply_supplied(table, declared_as(found->second, table), part.numbers);
  if (part.table.rows() > 0) {
    bad_input("values of step " + std::to_string(step + 1) + " are not supplied",
              "join the values of \"mask-supply\" to the records");
  }
  return work.apply_supplied(table, table.taking_columns(work.supply(work.rounds() - 1).columns),
                             part.numbers);
}

// Hierarchies are built of the values that the facts found; then the steps are those of the whole table.
void PartitionRecipe::prepare_steps() {
  io::TableFile file{outline_, {}, {}};
  if (builds_hierarchies(recipe_)) {
    file.table = facts_.leaf_values(outline_);
    load_step_hierarchies(file, recipe_, columns_, run_);
  }
  const Table sketch = leaving_out(file.table, recipe_);
  original_ = current_ = sketch;
  prepared_ = prepared_steps(recipe_, sketch, columns_, source_);
  for (const masking::Step& step : prepared_.steps) require_orders(original_, step.columns);
  add_step_stages(0);
}

void PartitionRecipe::add_step_stages(std::size_t step) {
  if (step == prepared_.steps.size()) {
    add_last_stages();
    return;
  }
  const masking::Step& wanted = prepared_.steps[step];
  const bool alone = prepared_.steps.size() == 1;
  const Run own = alone ? run_ : run_.within("step", step).within("copy", 0);
  const Table before = without_records(current_);
  if (block_rows_ > 0) {
    works_.push_back(
        {wanted, std::make_unique<masking::BlocksWork>(before, wanted, block_rows_, own.uncounted())});
  } else if (masking::KeysWork::fits(wanted)) {
    works_.push_back({wanted, std::make_unique<masking::KeysWork>(before, wanted, own.uncounted())});
  } else if (wanted.within) {
    works_.push_back({wanted, std::make_unique<masking::StrataWork>(before, wanted, own.uncounted())});
  } else {
    const masking::BlockMethod* method = masking::block_method(wanted.method->info.name);
    works_.push_back({wanted, method->work(before, wanted.columns, wanted.params, own.uncounted())});
  }
  masking::BlockWork& work = *works_.back().work;
  if (!work.ranked_columns().empty() && work.rounds() == 0) {
    bad_input(wanted.method->info.name + " needs the order of all records",
              "collect the records, or choose methods that work on parts");
  }
  for (std::size_t pass = 0; pass < work.passes(); ++pass) stages_.push_back({Kind::pass, step, pass});
  if (work.passes() == 0) finish_step(step);
}

void PartitionRecipe::add_last_stages() {
  const ColumnSet changed = protected_columns(prepared_.steps);
  if (rules_apply(prepared_.rules, original_, changed)) {
    for (const ColumnId id : changed) {
      rule_facts_[id] = facts_.rule_facts(id);
    }
    stages_.push_back({Kind::bounds});
  }
  for (const ColumnId id : changed) {
    if (current_.info(id).decimals == 0) whole_.push_back(id);
  }
  broken_.assign(whole_.size(), 0);
  if (!whole_.empty()) stages_.push_back({Kind::whole});
  stages_.push_back({Kind::survey});
  known_all_ = true;
  survey_ = PartitionSurvey(without_records(original_), without_records(current_));
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

PartitionRecipe::Reached PartitionRecipe::after_steps(const RecordPart& part, std::size_t steps) {
  Reached reached{part};
  Table& table = reached.part.table;
  for (ColumnId id = 0; id < table.column_count(); ++id) table.set_info(id, original_.info(id));
  for (std::size_t s = 0; s < steps; ++s) {
    const MethodInfo& info = works_[s].step.method->info;
    require_usable(table, works_[s].step.columns, info.accepts, info.name, info.differential);
    masking::MaskedBlock masked = applied(s, table, reached.part);
    if (steps == works_.size()) add_up(works_[s].counts, masked.counts);
    table = std::move(masked.table);
    if (masked.rows) reached.keep(*std::move(masked.rows));
  }
  return reached;
}

// Bounds, integers and declared decimals, as in memory.
Table PartitionRecipe::after_rules(const RecordPart& part, Table masked, Value* counts) {
  const ColumnSet changed = protected_columns(prepared_.steps);
  if (!rule_facts_.empty()) {
    Table original = part.table;
    for (ColumnId id = 0; id < original.column_count(); ++id) original.set_info(id, original_.info(id));
    masking::RuleResult found =
        masking::apply_edit_rules(original, masked, changed, prepared_.rules, rule_facts_);
    if (counts != nullptr) masking::add_rule_counts(*counts, found.details);
  }
  masking::round_numbers(masked, changed);
  return masked;
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
    const masking::Step& step = works_[now.step].step;
    const MethodInfo& info = step.method->info;
    require_usable(before.part.table, step.columns, info.accepts, info.name, info.differential);
    works_[now.step].work->observe(now.pass, before.part.table, before.part.numbers);
    return works_[now.step].work->partial(now.pass);
  }
  Reached reached = after_steps(part, works_.size());
  Table masked = std::move(reached.part.table);
  if (now.kind == Kind::bounds) {
    for (auto& [id, facts] : rule_facts_) {
      facts.outside +=
          masking::outside_bounds(original_.info(id), masked.column(id), prepared_.rules, facts.range);
    }
    return merged();
  }
  masked = after_rules(part, std::move(masked), now.kind == Kind::survey ? &rule_counts_ : nullptr);
  if (now.kind == Kind::whole) {
    masking::round_to_declared(masked, whole_);
    for (std::size_t i = 0; i < whole_.size(); ++i) {
      if (masked.column(whole_[i]).get_if<Numbers>() != nullptr) broken_[i] = 1;
    }
    return merged();
  }
  masking::round_to_declared(masked, whole_);
  Table original = part.table;
  for (ColumnId id = 0; id < original.column_count(); ++id) original.set_info(id, original_.info(id));
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
  const masking::Step& step = works_[wanted->step].step;
  const MethodInfo& info = step.method->info;
  require_usable(before, step.columns, info.accepts, info.name, info.differential);
  StepRecords result{works_[wanted->step].work->brought(wanted->round, before), {}};
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

Table PartitionRecipe::all_masked(const RecordPart& part) {
  if (!fitted())
    bad_input("the state is not that of a fitted release", "merge the partial states of all passes");
  Table result = after_rules(part, after_steps(part, works_.size()).part.table, nullptr);
  masking::round_to_declared(result, whole_);
  return result;
}

Table PartitionRecipe::masked(const RecordPart& part) {
  const Table result = all_masked(part);
  return result.taking_columns(released_columns(result));
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
    case Kind::bounds: {
      std::size_t place = 0;
      for (auto& [id, facts] : rule_facts_) facts.outside += count_of(item_of(partial, place++));
      return;
    }
    case Kind::whole:
      for (std::size_t i = 0; i < whole_.size(); ++i) {
        if (count_of(item_of(partial, i)) > 0) broken_[i] = 1;
      }
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
    case Kind::bounds: {
      Value state = Value::array();
      for (const auto& [id, facts] : rule_facts_) state.push(facts.outside);
      return state;
    }
    case Kind::whole: {
      Value state = Value::array();
      for (const char broken : broken_) state.push(static_cast<int>(broken));
      return state;
    }
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
  return Value(Value::Array{counts, applied, rule_counts_, survey_.state()});
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
  if (!item_of(partial, 2).is_object()) damaged_state();
  masking::add_rule_counts(rule_counts_, item_of(partial, 2));
  survey_.merge(item_of(partial, 3));
}

std::vector<std::string> PartitionRecipe::protected_names() const {
  ColumnSet changed = protected_columns(prepared_.steps);
  const bool reweighed =
      std::any_of(prepared_.steps.begin(), prepared_.steps.end(), [](const masking::Step& step) {
        return step.method->info.samples && masking::reweight_of(step.params) != masking::Reweight::none;
      });
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
