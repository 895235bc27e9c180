#include "masking/unit_step.hpp"

#include <algorithm>

#include "masking/record_groups.hpp"

namespace sfumato::masking {
namespace {

// Columns that models of a promise are about, besides its keys.
bool models_equal_within(const Table& table, const std::vector<ClassPromise>& promises,
                         const RecordGroups& units) {
  for (const ClassPromise& promise : promises) {
    for (const std::string& model : promise.models) {
      for (ColumnId id = 0; id < table.column_count(); ++id) {
        const bool named = model.find(":" + table.info(id).name + ":") != std::string::npos;
        if (named && !equal_within(table.column(id), units)) return false;
      }
    }
  }
  return true;
}

}  // namespace

std::optional<Masked> by_units(const Table& original, const Step& step, ColumnId unit, const Run& run,
                               const ApplyStep& apply) {
  const RecordGroups units = record_groups(original.column(unit));
  ColumnSet needed = step.columns;
  if (step.within) needed.push_back(*step.within);
  const bool alike = std::all_of(needed.begin(), needed.end(), [&](ColumnId id) {
    return id != unit && equal_within(original.column(id), units);
  });
  if (!alike || units.size() == original.rows()) return std::nullopt;
  std::vector<std::size_t> heads;
  for (const auto& members : units) heads.push_back(members.front());
  Masked once = apply(original.taking_rows(heads), step, run);
  if (once.promises.empty() || once.mapping != Mapping::same_rows ||
      !models_equal_within(original, once.promises, units)) {
    return std::nullopt;
  }
  const std::vector<std::size_t> unit_of_row = group_of_row(units, original.rows());
  for (Table& table : once.tables) {
    Table whole = original;
    for (const ColumnId id : step.columns) {
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
