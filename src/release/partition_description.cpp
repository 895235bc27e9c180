// What a release of parts says and promises, once all stages are finished.
#include <algorithm>

#include "core/error.hpp"
#include "masking/blocks_work.hpp"
#include "masking/keys_work.hpp"
#include "release/declared_columns.hpp"
#include "release/delivery.hpp"
#include "release/partition_recipe.hpp"
#include "release/recipe_parts.hpp"
#include "release/record_order.hpp"
#include "verify/class_model.hpp"

namespace sfumato::release {
namespace {

// Blocks of near records are known to the caller alone.
Table with_blocks(const Table& masked, const std::map<std::size_t, Table>& supplied) {
  const auto found = supplied.find(0);
  if (found == supplied.end()) {
    bad_input("the blocks of the records are not supplied", "join them to the records by their numbers");
  }
  const ColumnId id = found->second.require(masking::BlocksWork::block_name);
  std::vector<ColumnInfo> infos = masked.schema();
  std::vector<Column> columns;
  for (ColumnId j = 0; j < masked.column_count(); ++j) columns.push_back(masked.column(j));
  infos.push_back(found->second.info(id));
  columns.push_back(found->second.column(id));
  return {std::move(infos), std::move(columns)};
}

// The keys, the columns of models, and the strata.
Table columns_of_promise(const ClassPromise& promise, const Table& masked) {
  std::vector<std::string> names = promise.keys;
  for (const std::string& model : promise.models) {
    if (const auto known = verify::read_model(model); known && !known->column.empty()) {
      names.push_back(known->column);
    }
  }
  if (!promise.within.empty()) names.push_back(promise.within);
  ColumnSet columns;
  for (const std::string& name : names) {
    const ColumnId id = masked.require(name);
    if (std::find(columns.begin(), columns.end(), id) == columns.end()) columns.push_back(id);
  }
  return masked.taking_columns(columns);
}

}  // namespace

// As in memory: a step may undo what an earlier one promised.
PartitionRecipe::Promised PartitionRecipe::promised_of_steps() const {
  Promised result;
  for (const StepWork& one : works_) {
    if (one.task != Task::step) continue;
    std::vector<ClassPromise> next = one.work->promises();
    for (const ClassPromise& promise : result.kept) {
      const Mapping mapping = one.step.method->info.samples ? Mapping::subset : Mapping::same_rows;
      if (masking::survives(promise, original_, one.step, mapping)) {
        next.push_back(promise);
      } else {
        result.undone.push(to_value(promise).set("by", one.step.method->info.name));
      }
    }
    result.kept = std::move(next);
  }
  return result;
}

std::vector<ClassPromise> PartitionRecipe::promises() const { return promised_of_steps().kept; }

Table PartitionRecipe::promised(std::size_t promise, const RecordPart& part) {
  const std::vector<ClassPromise> all = promises();
  if (promise >= all.size()) {
    bad_input("the release has no such promise", "take those that the job mask-promised lists");
  }
  Table masked = all_masked(part).table;
  if (all[promise].within == masking::BlocksWork::block_name) {
    masked = with_blocks(std::move(masked), part.supplied);
  }
  return columns_of_promise(all[promise], masked);
}

verify::PromiseFinding PartitionRecipe::counted(std::size_t promise, Table strata) const {
  const std::vector<ClassPromise> all = promises();
  if (promise >= all.size()) {
    bad_input("the release has no such promise", "take those that the job mask-promised lists");
  }
  strata = with_hierarchies(declared_as(std::move(strata), current_), original_);
  if (const auto count = strata.find(masking::KeysWork::count_name)) {
    ColumnInfo info = strata.info(*count);
    info.role = Role::count;
    strata.set_info(*count, std::move(info));
  }
  return verify::count_promise(strata, all[promise], nullptr, run_);
}

MaskingResult PartitionRecipe::described(const std::map<std::string, std::size_t>& distinct) const {
  MaskingResult result;
  result.original = original_;
  Value details = Value::array(), reveal = Value::array();
  for (const StepWork& one : works_) {
    if (one.task != Task::step) continue;
    std::vector<std::size_t> values;
    for (const ColumnId id : one.work->counted_values()) {
      const auto found = distinct.find(original_.info(id).name);
      if (found == distinct.end()) {
        bad_input("the values of '" + original_.info(id).name + "' were not counted",
                  "count the columns that are named");
      }
      values.push_back(found->second);
    }
    const Masked masked = one.work->described(one.counts, values);
    result.masked.mapping = std::max(result.masked.mapping, masked.mapping);
    details.push(masked.details);
    reveal.push(masked.reveal);
    result.masked.details = masked.details;
    result.masked.reveal = masked.reveal;
  }
  if (prepared_.steps.size() > 1) {
    result.masked.details = result.masked.reveal = Value::object();
    result.masked.details.set("steps", details);
    result.masked.reveal.set("steps", reveal);
  }
  result.warnings = prepared_.warnings;
  if (!rules_.details().as_object().empty()) result.masked.details.set("rules", rules_.details());
  // Warnings are those of the counts over all parts.
  result.warnings.add_new(rules_.warnings());
  result.masked.tables = {current_};
  const Promised found = promised_of_steps();
  result.masked.promises = found.kept;
  for (ClassPromise& promise : result.masked.promises) {
    if (promise.within == masking::BlocksWork::block_name) promise.within.clear();  // it holds in all of them
  }
  if (!found.undone.as_array().empty()) result.masked.details.set("undone_promises", found.undone);
  finish_result(result, prepared_, Choice::beforehand, run_);
  if (!recipe_.drop.empty()) result.release.set("drop", Value::array_of(recipe_.drop));
  if (terms_.block_rows > 0) result.release.set("block-rows", terms_.block_rows).set("approximate", true);
  describe_order(result.release, {.shuffle = terms_.shuffle, .renumber = terms_.renumber},
                 original_.names(renumbered_columns()));
  return result;
}

}  // namespace sfumato::release
