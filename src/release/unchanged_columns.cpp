// Records are counted by the code that verifies promises, which works on the texts of the cells.
#include "release/unchanged_columns.hpp"

#include <algorithm>

#include "core/text_list.hpp"
#include "release/cell_changes.hpp"
#include "release/date_texts.hpp"
#include "release/unique_words.hpp"
#include "verify/class_model.hpp"

namespace sfumato::release {
namespace {

// Classes of records on some columns; records that miss all of them are in none.
std::vector<verify::Rows> present_classes(const verify::KeyTexts& texts) {
  verify::Rows rows;
  const std::size_t count = texts.codes.empty() ? 0 : texts.codes.front().size();
  for (std::uint32_t row = 0; row < count; ++row) {
    if (!verify::is_blank(texts, row)) rows.push_back(row);
  }
  return verify::equal_records(texts, std::move(rows));
}

bool is_key(const UnchangedColumn& column) {
  return column.role != Role::household && column.role != Role::unit && column.role != Role::weight;
}

// "'age'", or "'age' (changed in 12 of 1000 cells)".
std::string named(const UnchangedColumn& column, std::size_t records) {
  const std::string name = "'" + column.name + "'";
  return column.changed == 0 ? name
                             : name + " (changed in " + of_records(column.changed, records) + " cells)";
}

std::string key_words(const UnchangedColumn& column, std::size_t records) {
  const std::string text = singles_out(column.name, column.unique, records);
  return named(column, records) + (column.looks_like_date ? " looks like a date and" : "") +
         text.substr(column.name.size() + 2);
}

void add_key_warning(const UnchangedColumns& unchanged, Warnings& warnings) {
  std::vector<std::string> parts;
  bool dates_alone = true;
  for (const UnchangedColumn& column : unchanged.columns) {
    if (!is_key(column)) continue;
    parts.push_back(key_words(column, unchanged.records));
    dates_alone = dates_alone && column.role != Role::quasi_identifier;
  }
  if (parts.empty()) return;
  std::string text = std::string(dates_alone ? "dates" : "declared quasi-identifiers") +
                     " are released as they were: " + first_joined(parts, named_at_most, ", ", " and ");
  if (parts.size() > 1) {
    text += "; together they single out " +
            (unchanged.unique_keys == 0 ? "no record"
                                        : of_records(unchanged.unique_keys, unchanged.records) + " records");
  }
  if (unchanged.unique_keys > 0) text += "; protect them, or leave them out";
  warnings.add(std::move(text), grade_of(unchanged.unique_keys, unchanged.records));
}

Warning household_warning(const UnchangedColumn& column, std::size_t records, bool remedy) {
  const std::string own = column.unique == 0
                              ? "no record has a number of its own"
                              : of_records(column.unique, records) + " records have a number of their own";
  return {named(column, records) + " is released as it was: " +
              (column.role == Role::unit ? "numbers of units" : "household numbers") +
              " of the original lead to its records, and " + own +
              (remedy ? "; set ‹renumber› for new ones" : ""),
          column.unique > 0 ? WarningGrade::mind : WarningGrade::note};
}

Warning weight_warning(const UnchangedColumn& column, std::size_t records) {
  const WeightExposure exposure = column.weight.value_or(WeightExposure{});
  const std::string text = named(column, records) + " is released as it was" +
                           (column.rescaled ? " but for a factor: " : ": ") + words(exposure, records);
  if (exposure.alone == 0 && exposure.unique_with_keys <= exposure.unique_keys) {
    return {text, WarningGrade::note};
  }
  return {text +
          "; make groups of weights with the method weight-groups, or declare the column an identifier to "
          "leave it out"};
}

bool has_promised_k(const MaskingResult& result, const std::string& name) {
  const auto& promises = result.masked.promises;
  return std::any_of(promises.begin(), promises.end(), [&](const ClassPromise& promise) {
    const bool k = std::any_of(promise.models.begin(), promise.models.end(), [](const std::string& text) {
      const auto model = verify::read_model(text);
      return model && model->name == "k-anonymity" && model->bound > 1.0;
    });
    return k && std::find(promise.keys.begin(), promise.keys.end(), name) != promise.keys.end();
  });
}

// The number of changed cells of a column that is released as it was; none: it is not.
std::optional<std::size_t> changed_cells(const MaskingResult& result, const Table& table, ColumnId id) {
  const std::string& name = table.info(id).name;
  const auto before = result.original.find(name);
  const auto names = [&](const Value& list) {
    const Value::Array& all = list.as_array();
    return std::any_of(all.begin(), all.end(), [&](const Value& one) { return one.as_text() == name; });
  };
  const Value* renumbered = result.release.find("renumbered");
  const Column& column = table.column(id);
  if (!before || !has_values(column) || (renumbered != nullptr && names(*renumbered))) return std::nullopt;
  if (result.masked.mapping == Mapping::none) {
    return names(result.release.at("columns")) ? std::nullopt : std::optional<std::size_t>(0);
  }
  const Column& original = result.original.column(*before);
  const auto changed = result.masked.mapping == Mapping::subset
                           ? few_changed_cells(original.taking(result.masked.rows), column)
                           : few_changed_cells(original, column);
  return changed > 0U && has_promised_k(result, name) ? std::nullopt : changed;
}

// Weights that a sample multiplies by a factor tell as much as before.
bool weights_rescaled(const MaskingResult& result, const Table& table, ColumnId id) {
  if (declared_role(result.original, table.info(id)) != Role::weight) return false;
  const auto before = result.original.find(table.info(id).name);
  if (!before || result.masked.mapping == Mapping::none) return false;
  const Column& original = result.original.column(*before);
  if (result.masked.mapping == Mapping::subset) {
    return is_rescaled(original.taking(result.masked.rows), table.column(id));
  }
  return is_rescaled(original, table.column(id));
}

bool is_date(const Table& original, const Table& table, ColumnId id) {
  if (table.column(id).is_calendar()) return true;
  const auto before = original.find(table.info(id).name);
  return before && original.column(*before).is_calendar();
}

}  // namespace

std::optional<Role> declared_role(const Table& original, const ColumnInfo& info) {
  const auto before = original.find(info.name);
  return before ? original.info(*before).role : info.role;
}

std::string singles_out(const std::string& column, std::size_t unique, std::size_t records) {
  if (unique == 0) return "'" + column + "' singles out no record";
  return "'" + column + "' singles out " + of_records(unique, records) + " records";
}

std::size_t unique_records(const verify::KeyTexts& texts) {
  const std::vector<verify::Rows> classes = present_classes(texts);
  return static_cast<std::size_t>(std::count_if(
      classes.begin(), classes.end(), [](const verify::Rows& members) { return members.size() == 1; }));
}

bool as_it_was(const MaskingResult& result, const Table& table, ColumnId id) {
  return changed_cells(result, table, id).has_value();
}

UnchangedColumns unchanged_columns(const MaskingResult& result, const Table& table) {
  UnchangedColumns found = unchanged_columns(result.original, table, [&](ColumnId id) {
    return as_it_was(result, table, id) || weights_rescaled(result, table, id);
  });
  for (UnchangedColumn& column : found.columns) {
    const std::optional<std::size_t> changed = changed_cells(result, table, table.require(column.name));
    column.changed = changed.value_or(0);
    column.rescaled = !changed;
  }
  return found;
}

UnchangedColumns unchanged_columns(const Table& original, const Table& table,
                                   const std::function<bool(ColumnId)>& unchanged) {
  UnchangedColumns found;
  found.records = table.rows();
  verify::KeyTexts keys, all;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const std::optional<Role> role = declared_role(original, table.info(id));
    if (role == Role::unit && table.info(id).role == Role::identifier) continue;  // left out
    const bool counts = role == Role::quasi_identifier || role == Role::household || role == Role::unit ||
                        role == Role::weight || (role != Role::identifier && is_date(original, table, id));
    const bool like_date = !role && !counts && looks_like_dates(table.column(id));
    if (!(counts || like_date) || !unchanged(id)) continue;
    verify::KeyTexts own = verify::key_texts(table, {id});
    found.columns.push_back(
        {table.info(id).name, role, unique_records(own), present_classes(own).size() < 2, like_date});
    if (role == Role::weight) found.columns.back().weight = weight_exposure(original, table, id);
    all.codes.push_back(own.codes.front());
    if (is_key(found.columns.back())) keys.codes.push_back(std::move(own.codes.front()));
  }
  found.unique_keys = unique_records(keys);
  found.unique = unique_records(all);
  return found;
}

Value to_value(const UnchangedColumns& unchanged) {
  Value columns = Value::array();
  for (const UnchangedColumn& column : unchanged.columns) {
    Value one = Value::object();
    one.set("column", column.name)
        .set("role", column.role ? Value(to_text(*column.role)) : Value())
        .set("unique", column.unique)
        .set("changed", column.changed);
    if (column.looks_like_date) one.set("looks_like_date", true);
    if (column.rescaled) one.set("rescaled", true);
    if (column.weight) {
      one.set("alone", column.weight->alone)
          .set("counted_in", column.weight->holder.empty() ? "record" : column.weight->holder)
          .set("holders", column.weight->holders)
          .set("holders_alone", column.weight->holders_alone)
          .set("unique_keys", column.weight->unique_keys)
          .set("unique_with_keys", column.weight->unique_with_keys);
    }
    columns.push(one);
  }
  Value value = Value::object();
  value.set("columns", columns).set("records", unchanged.records).set("unique", unchanged.unique);
  return value;
}

Warnings unchanged_warnings(const UnchangedColumns& unchanged, bool remedy) {
  Warnings warnings;
  add_key_warning(unchanged, warnings);
  std::vector<std::string> names;
  bool design = false;
  for (const UnchangedColumn& column : unchanged.columns) {
    names.push_back(column.name);
    if (column.role == Role::household || column.role == Role::unit) {
      warnings.push_back(household_warning(column, unchanged.records, remedy));
    } else if (column.role == Role::weight && !column.constant) {
      warnings.push_back(weight_warning(column, unchanged.records));
    }
    design = design || !is_key(column);
  }
  if (!design || names.size() < 2) return warnings;
  warnings.add("the columns that are released as they were, " + short_list(names) + ", together single out " +
                   of_records(unchanged.unique, unchanged.records) + " records",
               unchanged.unique > 0 ? WarningGrade::mind : WarningGrade::note);
  return warnings;
}

}  // namespace sfumato::release
