// The stages of one step after the other: rounds of values, passes, and the records as they come to a step.
#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "masking/step_work.hpp"
#include "release/declared_columns.hpp"
#include "release/partition_recipe.hpp"

namespace sfumato::release {

void PartitionRecipe::add_step_stages(std::size_t step) {
  if (step == prepared_.steps.size()) {
    add_last_stages();
    return;
  }
  const masking::Step& wanted = prepared_.steps[step];
  const bool alone = prepared_.steps.size() == 1;
  const Run own = alone ? run_ : run_.within("step", step).within("copy", 0);
  works_.push_back({wanted, masking::step_work(current_.taking_rows({}), wanted, block_rows_, own)});
  masking::BlockWork& work = *works_.back().work;
  if (!work.ranked_columns().empty() && work.rounds() == 0) {
    bad_input(wanted.method->info.name + " needs the order of all records",
              "collect the records, or choose methods that work on parts");
  }
  const std::size_t first = work.rounds_before_passes();
  for (std::size_t round = 0; round < first; ++round) stages_.push_back({Kind::values, step, round});
  if (first == 0) add_passes(step);
}

void PartitionRecipe::add_passes(std::size_t step) {
  const std::size_t passes = works_[step].work->passes();
  for (std::size_t pass = 0; pass < passes; ++pass) stages_.push_back({Kind::pass, step, pass});
  if (passes == 0) add_rounds(step);
}

void PartitionRecipe::add_rounds(std::size_t step) {
  const masking::BlockWork& work = *works_[step].work;
  const std::size_t first = work.rounds_before_passes(), rounds = work.rounds();
  for (std::size_t round = first; round < rounds; ++round) stages_.push_back({Kind::values, step, round});
  if (rounds == first) finish_step(step);
}

void PartitionRecipe::finish_stage_of_step(const Stage& now) {
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
    finish_step(now.step);
  }
}

// The next step begins with what this one makes of the table.
void PartitionRecipe::finish_step(std::size_t step) {
  if (std::optional<Table> sketch = works_[step].work->sketched(current_)) {
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
    if (steps == works_.size()) masking::add_counts(works_[s].counts, masked.counts);
    table = std::move(masked.table);
    if (masked.rows) reached.keep(*std::move(masked.rows));
  }
  return reached;
}

std::optional<WantedValues> PartitionRecipe::wanted_values() const {
  if (stage_ >= stages_.size() || stages_[stage_].kind != Kind::values) return std::nullopt;
  const Stage& now = stages_[stage_];
  const masking::BlockWork& work = *works_[now.step].work;
  return WantedValues{now.step, now.pass, work.joins(now.pass), work.supply(now.pass)};
}

namespace {

const Table* supplied_for(const RecordPart& part, std::size_t step) {
  const auto found = part.supplied.find(step);
  return found == part.supplied.end() ? nullptr : &found->second;
}

}  // namespace

PartitionRecipe::Reached PartitionRecipe::usable_before(const RecordPart& part, std::size_t step) {
  Reached reached = after_steps(part, step);
  const masking::Step& next = works_[step].step;
  const MethodInfo& info = next.method->info;
  require_usable(reached.part.table, next.columns, info.accepts, info.name, info.differential);
  return reached;
}

Value PartitionRecipe::observed(const Stage& now, const RecordPart& part) {
  const Reached reached = usable_before(part, now.step);
  const RecordPart& before = reached.part;
  masking::BlockWork& work = *works_[now.step].work;
  work.observe_supplied(now.pass, before.table, supplied_for(before, now.step), before.numbers);
  return work.partial(now.pass);
}

StepRecords PartitionRecipe::before_step(const RecordPart& part) {
  const std::optional<WantedValues> wanted = wanted_values();
  if (!wanted) bad_input("this stage wants no values");
  const Reached reached = usable_before(part, wanted->step);
  const RecordPart& before = reached.part;
  const masking::BlockWork& work = *works_[wanted->step].work;
  StepRecords result{work.brought(wanted->round, before.table), {}};
  for (std::size_t row = 0; row < before.table.rows(); ++row) result.numbers.push_back(before.numbers[row]);
  const auto rows =
      work.rows_brought(wanted->round, before.table, supplied_for(before, wanted->step), before.numbers);
  if (!rows) return result;
  StepRecords some{result.table.taking_rows(*rows), {}};
  for (const std::size_t row : *rows) some.numbers.push_back(result.numbers[row]);
  return some;
}

masking::SuppliedValues PartitionRecipe::supplied_values(const masking::SupplyRequest& request) {
  const std::optional<WantedValues> wanted = wanted_values();
  if (!wanted) bad_input("this stage wants no values");
  masking::SupplyRequest typed = request;
  typed.records = declared_as(std::move(typed.records), current_);
  return works_[wanted->step].work->supplied(wanted->round, typed);
}

}  // namespace sfumato::release
