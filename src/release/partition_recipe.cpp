// Every process makes the same works of the same request and state, so that a state holds only what was
// found.
#include "release/partition_recipe.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "masking/sample_weights.hpp"
#include "release/delivery.hpp"
#include "release/dropped_columns.hpp"
#include "release/recipe_parts.hpp"

namespace sfumato::release {
namespace {

using masking::count_of;
using masking::damaged_state;
using masking::item_of;

Table without_records(const Table& table) { return table.taking_rows({}); }

}  // namespace

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
  if (now.kind == Kind::pass) return observed(now, part);
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
    masking::add_counts(works_[s].counts, counts);
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
