// The stages of a recipe on parts follow from each other: what a step needs is known when the one before it
// is finished.
#include <algorithm>

#include "core/error.hpp"
#include "masking/fill_work.hpp"
#include "masking/step_work.hpp"
#include "release/dropped_columns.hpp"
#include "release/hierarchies.hpp"
#include "release/partition_recipe.hpp"
#include "release/record_draws.hpp"
#include "release/record_order.hpp"

namespace sfumato::release {
namespace {

// Labels of an ordered column must be the same in every part.
void require_orders(const Table& outline, const ColumnSet& columns) {
  for (const ColumnId id : columns) {
    const ColumnInfo& info = outline.info(id);
    if (info.kind != Kind::ordinal || !outline.column(id).is_text() || !info.order.empty()) continue;
    bad_input("column '" + info.name + "' has ordered categories, and their order is not declared",
              "declare it with `order` in the schema, since no part of the records has all of them");
  }
}

// Households are numbered before bounds and totals, which must not change them.
void require_own_numbers(const PreparedSteps& prepared, const Table& original, const ColumnSet& households) {
  ColumnSet changed;
  for (const masking::Derivation& rule : prepared.rules.derive) changed.push_back(rule.total);
  for (const masking::Step& step : prepared.steps) {
    if (!step.method->info.samples) changed.insert(changed.end(), step.columns.begin(), step.columns.end());
  }
  for (const ColumnId id : households) {
    if (std::find(changed.begin(), changed.end(), id) == changed.end()) continue;
    bad_param("renumber",
              "column '" + original.info(id).name +
                  "' is changed by a step and renumbered, which parts of "
                  "the records cannot",
              "leave it out of the columns, or leave out ‹renumber›");
  }
}

}  // namespace

bool PartitionRecipe::builds_hierarchies(const masking::Recipe& recipe) {
  return std::any_of(recipe.steps.begin(), recipe.steps.end(), [](const masking::RecipeStep& step) {
    return step.method->info.made_for == MadeFor::hierarchies;
  });
}

void PartitionRecipe::finish_stage() {
  const Stage now = stages_[stage_++];
  switch (now.kind) {
    case Kind::facts:
      prepare_steps();
      break;
    case Kind::pass:
    case Kind::values:
      finish_stage_of_work(now);
      break;
    case Kind::rules:
      rules_.finish(now.pass);
      current_ = rules_.outline();
      break;
    case Kind::survey:
      break;
  }
}

void PartitionRecipe::finish_stage_of_work(const Stage& now) {
  masking::BlockWork& work = *works_[now.step].work;
  if (now.kind == Kind::pass) {
    work.finish(now.pass);
    if (now.pass + 1 == work.passes()) add_rounds(now.step);
    return;
  }
  work.finish_round(now.pass);
  if (now.pass + 1 == work.rounds_before_passes()) {
    add_passes(now.step);
  } else if (now.pass + 1 == work.rounds()) {
    finish_work(now.step);
  }
}

// Missing cells are filled, or the next step begins, with what this work makes of the table.
void PartitionRecipe::finish_work(std::size_t place) {
  masking::BlockWork& work = *works_[place].work;
  if (std::optional<Table> sketch = work.sketched(current_)) {
    current_ = *std::move(sketch);
  } else {
    current_ = applied(place, current_, {current_, masking::RecordNumbers(0), {}, supplied_}).table;
  }
  if (works_[place].task == Task::households) {
    add_households(works_[place].place + 1);
  } else if (fills_after(place)) {
    add_fill(place);
  } else {
    add_step_stages(works_[place].place + 1);
  }
}

// Strata are filled where they are masked.
bool PartitionRecipe::fills_after(std::size_t place) const {
  const StepWork& done = works_[place];
  return done.step.fill && done.task == Task::step && !done.step.within &&
         !masking::fills_itself(*done.step.method);
}

void PartitionRecipe::add_fill(std::size_t place) {
  const masking::Step step = works_[place].step;
  const std::size_t of_step = works_[place].place;
  masking::require_no_promises(step, works_[place].work->promises());
  works_.push_back({step,
                    std::make_unique<masking::FillWork>(current_, step.columns, run_of(of_step).uncounted()),
                    of_step, Task::fill});
  add_stages();
}

Run PartitionRecipe::run_of(std::size_t step) const {
  return prepared_.steps.size() == 1 ? run_ : run_.within("step", step).within("copy", 0);
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
  prepared_ = prepared_steps(recipe_, sketch, columns_, source_, true);
  for (const masking::Step& step : prepared_.steps) require_orders(original_, step.columns);
  require_own_numbers(prepared_, original_, renumbered_columns());
  add_step_stages(0);
}

void PartitionRecipe::add_step_stages(std::size_t step) {
  if (step == prepared_.steps.size()) {
    add_households(0);
    return;
  }
  const masking::Step& wanted = prepared_.steps[step];
  works_.push_back(
      {wanted, masking::step_work(current_.taking_rows({}), wanted, terms_.block_rows, run_of(step)), step});
  masking::BlockWork& work = *works_.back().work;
  if (!work.ranked_columns().empty() && work.rounds() == 0) {
    bad_input(wanted.method->info.name + " needs the order of all records",
              "collect the records, or choose methods that work on parts");
  }
  add_stages();
}

// After the last step, one column after the other.
void PartitionRecipe::add_households(std::size_t place) {
  const ColumnSet columns = renumbered_columns();
  if (place == columns.size()) {
    add_last_stages();
    return;
  }
  std::vector<masking::NumberedColumn> numbered;
  numbered.push_back(renumbered_column(current_, columns[place], run_));
  works_.push_back({masking::Step{nullptr, {}, {columns[place]}, std::nullopt, false},
                    std::make_unique<masking::UnitNumbersWork>(current_, std::move(numbered)), place,
                    Task::households});
  add_stages();
}

ColumnSet PartitionRecipe::renumbered_columns() const {
  return terms_.renumber ? household_columns(original_) : ColumnSet();
}

// Of the last work: rounds that come before its passes, the passes, and the other rounds.
void PartitionRecipe::add_stages() {
  const std::size_t place = works_.size() - 1, first = works_.back().work->rounds_before_passes();
  for (std::size_t round = 0; round < first; ++round) stages_.push_back({Kind::values, place, round});
  if (first == 0) add_passes(place);
}

void PartitionRecipe::add_passes(std::size_t place) {
  const std::size_t passes = works_[place].work->passes();
  for (std::size_t pass = 0; pass < passes; ++pass) stages_.push_back({Kind::pass, place, pass});
  if (passes == 0) add_rounds(place);
}

void PartitionRecipe::add_rounds(std::size_t place) {
  const masking::BlockWork& work = *works_[place].work;
  const std::size_t first = work.rounds_before_passes(), rounds = work.rounds();
  for (std::size_t round = first; round < rounds; ++round) stages_.push_back({Kind::values, place, round});
  if (rounds == first) finish_work(place);
}

void PartitionRecipe::add_last_stages() {
  rules_ = PartitionRules(prepared_, original_, current_, facts_);
  for (std::size_t stage = 0; stage < rules_.stages(); ++stage) stages_.push_back({Kind::rules, 0, stage});
  current_ = rules_.outline();
  stages_.push_back({Kind::survey});
  known_all_ = true;
  survey_ = PartitionSurvey(original_.taking_rows({}), current_.taking_rows({}),
                            terms_.shuffle ? std::nullopt : std::optional(renumbered_columns()));
}

}  // namespace sfumato::release
