// The records of a part as they come to a step, after those before it, with the values that were supplied.
#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"
#include "release/declared_columns.hpp"
#include "release/partition_recipe.hpp"

namespace sfumato::release {
namespace {

constexpr const char* no_values_hint =
    "ask the job mask-merge for the stage, and supply values where it has a plan";

Table with_missing_rows(const Table& outline, std::size_t rows) {
  std::vector<Column> columns;
  for (ColumnId id = 0; id < outline.column_count(); ++id)
    columns.push_back(padded(outline.column(id), rows));
  return {outline.schema(), std::move(columns)};
}

}  // namespace

// A table whose supplied columns are not there yet is one without records: its own columns stand for them.
masking::MaskedBlock PartitionRecipe::applied(std::size_t place, const Table& table, const RecordPart& part) {
  masking::BlockWork& work = *works_[place].work;
  if (work.rounds() == 0) return work.apply(table, part.numbers);
  const auto found = part.supplied.find(place);
  if (found != part.supplied.end()) {
    // A table of values for hierarchies stands for the records, and its supplied columns are outlines.
    Table values = declared_as(found->second, table);
    if (values.rows() == 0) values = with_missing_rows(values, table.rows());
    return work.apply_supplied(table, values, part.numbers);
  }
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

PartitionRecipe::Reached PartitionRecipe::usable_before(const RecordPart& part, std::size_t work) {
  Reached reached = after_steps(part, work);
  require_fitting(work, reached.part.table);
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
  if (!wanted) bad_input("this stage wants no values", no_values_hint);
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
  if (!wanted) bad_input("this stage wants no values", no_values_hint);
  masking::SupplyRequest typed = request;
  typed.records = declared_as(std::move(typed.records), current_);
  return works_[wanted->step].work->supplied(wanted->round, typed);
}

}  // namespace sfumato::release
