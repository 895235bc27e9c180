#include "masking/unit_step.hpp"

#include <algorithm>

#include "masking/record_groups.hpp"

namespace sfumato::masking {
namespace {

// Are the columns that models of a promise are about, besides its keys, equal within units, or the models
// such as take several values of a unit?
bool models_fit_units(const Table& table, const std::vector<ClassPromise>& promises,
                      const RecordGroups& units) {
  for (const ClassPromise& promise : promises) {
    for (const std::string& model : promise.models) {
      if (model.starts_with("l-diversity:") || model.starts_with("t-closeness:")) continue;
      for (ColumnId id = 0; id < table.column_count(); ++id) {
        const bool named = model.find(":" + table.info(id).name + ":") != std::string::npos;
        if (named && !equal_within(table.column(id), units)) return false;
      }
    }
  }
  return true;
}

// The columns of the step that its models of privacy do not name: a method leaves those as they are.
ColumnSet without_model_columns(const Table& table, const Step& step) {
  ColumnSet result = step.columns;
  for (const auto& [name, value] : step.params) {
    if (name != "model") continue;
    const std::string models = to_text(value);
    std::erase_if(result, [&](ColumnId id) {
      return models.find(":" + table.info(id).name + ":") != std::string::npos;
    });
  }
  return result;
}

}  // namespace

std::optional<Masked> by_units(const Table& original, const Step& step, ColumnId unit, const Run& run,
                               const ApplyStep& apply) {
  const RecordGroups units = record_groups(original.column(unit));
  const ColumnSet changed = without_model_columns(original, step);
  ColumnSet needed = changed;
  if (step.within) needed.push_back(*step.within);
  const bool alike = std::all_of(needed.begin(), needed.end(), [&](ColumnId id) {
    return id != unit && equal_within(original.column(id), units);
  });
  if (!alike || units.size() == original.rows()) return std::nullopt;
  std::vector<std::size_t> heads;
  for (const auto& members : units) heads.push_back(members.front());
  Masked once = apply(original.taking_rows(heads), step,
                      run.without_record_numbers().with_table(records_of_units, original));
  if (once.promises.empty() || once.mapping != Mapping::same_rows ||
      !models_fit_units(original, once.promises, units)) {
    return std::nullopt;
  }
  const std::vector<std::size_t> unit_of_row = group_of_row(units, original.rows());
  for (Table& table : once.tables) {
    Table whole = original;
    for (const ColumnId id : changed) {
      whole.replace(id, table.column(id).taking(unit_of_row));
      whole.set_info(id, table.info(id));
    }
    table = std::move(whole);
  }
  for (ClassPromise& promise : once.promises) promise.unit = original.info(unit).name;
  once.details.set("units", units.size())
      .set("unit", original.info(unit).name)
      .set("counted_in", "one record of each unit");
  return once;
}

}  // namespace sfumato::masking
