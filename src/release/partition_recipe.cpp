// Every process makes the same works of the same request and state, so that a state holds only what was
// found.
#include "release/partition_recipe.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/declared_decimals.hpp"
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

}  // namespace

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
    case Kind::values:
      finish_stage_of_step(now);
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
  if (now.kind == Kind::pass) return observed(now, part);
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
    masking::add_counts(works_[s].counts, counts);
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
