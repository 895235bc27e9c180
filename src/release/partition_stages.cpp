// The stages of a recipe on parts follow from each other: what a step needs is known when the one before it
// is finished.
#include <algorithm>

#include "core/error.hpp"
#include "masking/blocks_work.hpp"
#include "masking/fill_work.hpp"
#include "masking/keys_work.hpp"
#include "release/dropped_columns.hpp"
#include "release/hierarchies.hpp"
#include "release/partition_recipe.hpp"
#include "release/record_order.hpp"
#include "release/renumber_work.hpp"

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
      works_[now.step].work->finish(now.pass);
      if (now.pass + 1 == works_[now.step].work->passes()) finish_work(now.step);
      break;
    case Kind::values:
      works_[now.step].work->finish_round(now.pass);
      if (now.pass + 1 == works_[now.step].work->rounds()) finish_work(now.step);
      break;
    case Kind::rules:
      rules_.finish(now.pass);
      current_ = rules_.outline();
      break;
    case Kind::survey:
      break;
  }
}

// After its passes a work may want values; after them, missing cells are filled or the next step begins.
void PartitionRecipe::finish_work(std::size_t place) {
  masking::BlockWork& work = *works_[place].work;
  const Stage& before = stages_[stage_ - 1];
  if (work.rounds() > 0 && !(before.kind == Kind::values && before.step == place)) {
    for (std::size_t round = 0; round < work.rounds(); ++round) {
      stages_.push_back({Kind::values, place, round});
    }
    return;
  }
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
  add_passes();
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
  prepared_ = prepared_steps(recipe_, sketch, columns_, source_);
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
  works_.push_back({wanted, work_of(wanted, current_.taking_rows({}), run_of(step).uncounted()), step});
  masking::BlockWork& work = *works_.back().work;
  if (!work.ranked_columns().empty() && work.rounds() == 0) {
    bad_input(wanted.method->info.name + " needs the order of all records",
              "collect the records, or choose methods that work on parts");
  }
  add_passes();
}

// After the last step, one column after the other.
void PartitionRecipe::add_households(std::size_t place) {
  const ColumnSet columns = renumbered_columns();
  if (place == columns.size()) {
    add_last_stages();
    return;
  }
  works_.push_back({masking::Step{nullptr, {}, {columns[place]}, std::nullopt, false},
                    std::make_unique<RenumberWork>(current_, columns[place], run_), place, Task::households});
  add_passes();
}

ColumnSet PartitionRecipe::renumbered_columns() const {
  return terms_.renumber ? household_columns(original_) : ColumnSet();
}

// Of the last work.
void PartitionRecipe::add_passes() {
  const std::size_t place = works_.size() - 1;
  const std::size_t passes = works_.back().work->passes();
  for (std::size_t pass = 0; pass < passes; ++pass) stages_.push_back({Kind::pass, place, pass});
  if (passes == 0) finish_work(place);
}

std::unique_ptr<masking::BlockWork> PartitionRecipe::work_of(const masking::Step& wanted, const Table& before,
                                                             const Run& run) const {
  if (terms_.block_rows > 0) {
    return std::make_unique<masking::BlocksWork>(before, wanted, terms_.block_rows, run);
  }
  if (masking::KeysWork::fits(wanted)) {
    masking::Step unfilled = wanted;
    unfilled.fill = false;
    return std::make_unique<masking::KeysWork>(before, unfilled, run);
  }
  if (wanted.within) return std::make_unique<masking::StrataWork>(before, wanted, run);
  const masking::BlockMethod* method = masking::block_method(wanted.method->info.name);
  return method->work(before, wanted.columns, masking::params_with_fill(wanted), run);
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
