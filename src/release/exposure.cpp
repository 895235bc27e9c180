// Records are counted by the code that verifies promises, which works on the texts of the cells.
#include "release/exposure.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/text_list.hpp"
#include "release/block_exposure.hpp"
#include "release/cell_changes.hpp"
#include "release/unique_words.hpp"
#include "verify/agreeing_records.hpp"
#include "verify/class_model.hpp"
#include "verify/unit_records.hpp"

namespace sfumato::release {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool contains_all(const std::vector<std::string>& names, const std::vector<std::string>& some) {
  return std::all_of(some.begin(), some.end(),
                     [&](const std::string& name) { return contains(names, name); });
}

// Without dropped columns, which hold no values; all of them where none has values.
ColumnSet quasi_identifiers(const Table& original, const Table& table) {
  ColumnSet keys, with_values;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (declared_role(original, table.info(id)) != Role::quasi_identifier) continue;
    keys.push_back(id);
    if (has_values(table.column(id))) with_values.push_back(id);
  }
  return with_values.empty() ? keys : with_values;
}

// The largest k of k-anonymity that is promised; 0 without such a model.
std::size_t promised_k(const ClassPromise& promise) {
  std::size_t k = 0;
  for (const std::string& text : promise.models) {
    const auto model = verify::read_model(text);
    if (model && model->name == "k-anonymity") k = std::max(k, static_cast<std::size_t>(model->bound));
  }
  return k;
}

bool is_suppressed(const Table& table, const ColumnSet& keys, std::size_t row,
                   const std::vector<ClassPromise>& promises) {
  return std::any_of(promises.begin(), promises.end(), [&](const ClassPromise& promise) {
    return !promise.suppressed.empty() && std::all_of(keys.begin(), keys.end(), [&](ColumnId id) {
      const Column& column = table.column(id);
      return !column.missing(row) && column.text(row) == promise.suppressed;
    });
  });
}

// "on 'town', 'sex'", "on every 2 of 'town', 'sex', 'age'".
std::string on_keys(const ClassPromise& promise) {
  const bool subsets = promise.subset > 0 && promise.subset < promise.keys.size();
  return (subsets ? "on every " + std::to_string(promise.subset) + " of " : "on ") + short_list(promise.keys);
}

bool has_missing(const verify::KeyTexts& texts) {
  return std::any_of(texts.codes.begin(), texts.codes.end(), [](const std::vector<std::uint32_t>& codes) {
    return std::find(codes.begin(), codes.end(), verify::KeyTexts::missing) != codes.end();
  });
}

// The released column of units that the original declares.
std::optional<ColumnId> unit_column(const Table& original, const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (declared_role(original, table.info(id)) == Role::unit && has_values(table.column(id))) return id;
  }
  return std::nullopt;
}

KeyExposure exposure_of(const Table& table, const ColumnSet& keys, std::optional<ColumnId> unit,
                        const std::vector<ClassPromise>& promises, const Run& run) {
  KeyExposure result{.columns = table.names(keys)};
  result.wildcard = reads_wildcards(promises, result.columns);
  const verify::KeyTexts texts = verify::key_texts(table, keys);
  verify::Rows rows;
  for (std::uint32_t row = 0; row < table.rows(); ++row) {
    if (!verify::is_blank(texts, row) && !is_suppressed(table, keys, row, promises)) rows.push_back(row);
  }
  verify::Rows all(table.rows());
  std::iota(all.begin(), all.end(), 0U);
  result.records = result.all_records = verify::records_in(texts.counts, all);
  const std::vector<verify::Rows> classes = verify::equal_records(texts, std::move(rows));
  verify::Agreement category = verify::category_agreement(classes, 2, texts.counts);
  verify::Agreement any = category;
  result.unique_records = category.below;
  if (unit) {
    const verify::UnitCodes units = verify::unit_codes(table, *unit);
    result.unit = table.info(*unit).name;
    result.records = verify::count_units(units, all);
    category = verify::category_unit_agreement(classes, units, 2);
    any = has_missing(texts) ? verify::wildcard_unit_agreement(texts, classes, units, 2, run) : category;
  } else if (has_missing(texts)) {
    any = verify::wildcard_agreement(texts, classes, 2, run);
  }
  const verify::Agreement& read = result.wildcard ? any : category;
  result.unique = read.below;
  result.k = read.smallest;
  result.unique_wildcard = any.below;
  result.unique_category = category.below;
  return result;
}

}  // namespace

bool reads_wildcards(const std::vector<ClassPromise>& promises, const std::vector<std::string>& columns) {
  return std::any_of(promises.begin(), promises.end(), [&](const ClassPromise& promise) {
    const auto& names = promise.keys;
    return promise.wildcard && std::any_of(names.begin(), names.end(),
                                           [&](const std::string& name) { return contains(columns, name); });
  });
}

KeyExposure exposure_of_classes(const Table& classes, const std::vector<std::string>& columns,
                                const std::vector<ClassPromise>& promises, const Run& run) {
  ColumnSet keys;
  for (const std::string& name : columns) keys.push_back(classes.require(name));
  return exposure_of(classes, keys, std::nullopt, promises, run);
}

std::optional<KeyExposure> key_exposure(const MaskingResult& result, const Run& run) {
  const auto counts = [](const KeyExposure& one) { return std::pair(one.unique, one.unique_category); };
  std::optional<KeyExposure> worst;
  for (const Table& table : result.masked.tables) {
    run.check_stop();
    std::optional<KeyExposure> one = key_exposure(result.original, table, result.masked.promises, run);
    if (one && (!worst || counts(*one) > counts(*worst))) worst = std::move(one);
  }
  return worst;
}

std::optional<KeyExposure> key_exposure(const Table& original, const Table& masked,
                                        const std::vector<ClassPromise>& promises, const Run& run) {
  const ColumnSet keys = quasi_identifiers(original, masked);
  if (keys.empty()) return std::nullopt;
  return exposure_of(masked, keys, unit_column(original, masked), promises, run);
}

Value to_value(const KeyExposure& exposure) {
  Value value = Value::object();
  value.set("columns", Value::array_of(exposure.columns)).set("records", exposure.all_records);
  if (!exposure.unit.empty()) {
    value.set("unit", exposure.unit)
        .set("units", exposure.records)
        .set("unique_records", exposure.unique_records);
  }
  value.set("unique", exposure.unique)
      .set("k", exposure.k)
      .set("missing_as", exposure.wildcard ? "wildcard" : "category")
      .set("unique_wildcard", exposure.unique_wildcard == not_counted ? Value() : exposure.unique_wildcard)
      .set("unique_category", exposure.unique_category);
  return value;
}

std::string words(const KeyExposure& exposure) {
  const std::size_t count = exposure.columns.size();
  std::string text = count == 1 ? "On the declared quasi-identifier " + short_list(exposure.columns)
                                : "On the " + std::to_string(count) + " declared quasi-identifiers (" +
                                      short_list(exposure.columns) + ")";
  if (exposure.readings_differ() && exposure.unique_wildcard != not_counted) {
    return text + ", " + of_records(exposure.unique_wildcard, exposure.records) + " released " +
           exposure.counted() + " are unique where a missing value matches anything, and " +
           of_records(exposure.unique_category, exposure.records) + " (" +
           percent(exposure.unique_category, exposure.records) + ") where it is a value of its own.";
  }
  if (exposure.unique > 0) {
    text += ", " + percent(exposure.unique, exposure.records) + " of the released " + exposure.counted() +
            " are unique (" + of_records(exposure.unique, exposure.records) + ")";
  } else if (exposure.k > 1) {
    text += std::string(", no released ") +
            (exposure.unit.empty() ? "record" : "unit of '" + exposure.unit + "'") +
            " is unique: each agrees with " + std::to_string(exposure.k - 1) + " or more others";
  } else {
    text += ", no released record has values";
  }
  return text + (exposure.wildcard ? ", where a missing value matches anything." : ".");
}

Warnings exposure_warnings(const MaskingResult& result, const KeyExposure& exposure) {
  const Table& table = result.masked.tables.front();
  const ColumnSet keys = quasi_identifiers(result.original, table);
  return exposure_warnings(
      result.masked.promises, exposure,
      std::any_of(keys.begin(), keys.end(), [&](ColumnId id) { return as_it_was(result, table, id); }));
}

Warnings exposure_warnings(const std::vector<ClassPromise>& promises, const KeyExposure& exposure,
                           bool kept) {
  const std::size_t worst = std::max(exposure.unique, exposure.unique_category);
  if (worst == 0) return {};
  const bool many = exposure.readings_differ() && share(worst, exposure.records) >= many_unique;
  std::string text = words(exposure);
  text.pop_back();
  text.front() = 'o';
  std::vector<std::string> sets;
  for (const ClassPromise& promise : promises) {
    if (promised_k(promise) < 2) continue;
    if (promise.subset == 0 && contains_all(promise.keys, exposure.columns)) {
      if (!exposure.readings_differ()) return {};
      return {{"k-anonymity is promised where a missing value matches anything: " + text +
                   "; missing values can hide unique records, so decide by both numbers",
               many ? WarningGrade::mind : WarningGrade::note}};
    }
    if (std::string set = on_keys(promise); !contains(sets, set)) sets.push_back(std::move(set));
  }
  if (!sets.empty()) {
    const std::string promise = "k-anonymity is promised " +
                                first_joined(sets, named_at_most, ", and ", ", and ") +
                                (sets.size() == 1 ? " alone: " : ", each by itself: ");
    return {{promise + text + "; protect all of them together, or declare other roles",
             grade_of(worst, exposure.records)}};
  }
  return exposure_warnings(exposure, kept);
}

Warnings exposure_warnings(const KeyExposure& exposure, bool kept) {
  const std::size_t worst = std::max(exposure.unique, exposure.unique_category);
  if (worst == 0) return {};
  const bool many = exposure.readings_differ() && share(worst, exposure.records) >= many_unique;
  std::string text = words(exposure);
  text.pop_back();
  text.front() = 'o';
  if (kept) return {{text, WarningGrade::mind}};
  return {{text + "; all of these columns were changed", many ? WarningGrade::mind : WarningGrade::note}};
}

}  // namespace sfumato::release
