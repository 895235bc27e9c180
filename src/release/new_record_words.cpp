// What is new in a file, as a document and as warnings.
#include <algorithm>

#include "core/data_values.hpp"
#include "core/text_list.hpp"
#include "release/new_records.hpp"

namespace sfumato::release {
namespace {

std::string counted(std::size_t number, const std::string& one, const std::string& several) {
  return std::to_string(number) + " " + (number == 1 ? one : several);
}

}  // namespace

Value to_value(const NewRecords& found, bool hidden) {
  Value unknown = Value::array(), beyond = Value::array(), outside = Value::array(), anew = Value::array();
  for (const UnknownCategories& one : found.unknown) {
    Value entry = Value::object();
    entry.set("column", one.column).set("categories", one.categories.size()).set("records", one.records);
    if (!hidden) {
      const std::size_t some = std::min(one.categories.size(), most_values_named);
      entry.set("some", Value::array_of({one.categories.begin(),
                                         one.categories.begin() + static_cast<std::ptrdiff_t>(some)}));
    }
    unknown.push(entry.set("emptied", one.emptied));
  }
  for (const BeyondLimit& one : found.beyond) {
    beyond.push(Value::object()
                    .set("column", one.column)
                    .set("limit", one.limit)
                    .set("records", one.records)
                    .set("percent", one.percent)
                    .set("percent_when_fitted", one.percent_before));
  }
  for (const OutsideDomain& one : found.outside) {
    outside.push(Value::object().set("column", one.column).set("records", one.records));
  }
  for (const DrawnAnew& one : found.anew) {
    anew.push(Value::object().set("step", one.step).set("reason", one.reason));
  }
  return Value::object()
      .set("missing_columns", Value::array_of(found.missing))
      .set("new_columns", Value::array_of(found.dropped))
      .set("unknown_categories", unknown)
      .set("beyond_limits", beyond)
      .set("outside_domains", outside)
      .set("drawn_anew", anew);
}

Warnings new_record_warnings(const NewRecords& found) {
  Warnings warnings;
  if (!found.missing.empty()) {
    warnings.add("columns of the fitted file are missing: " + quoted_names(found.missing),
                 WarningGrade::mind);
  }
  if (!found.dropped.empty()) {
    warnings.add("columns are new since the fit, and are left out: " + quoted_names(found.dropped),
                 WarningGrade::note);
  }
  for (const UnknownCategories& one : found.unknown) {
    const std::string what = "column '" + one.column + "' has " +
                             counted(one.categories.size(), "category", "categories") +
                             " that the fit does not know, in " + counted(one.records, "record", "records");
    warnings.add(
        what + (one.emptied ? "; these cells are left empty, since the hierarchy does not have them: fit "
                              "again with one that does"
                            : "; the recipe decides what becomes of them: check that they may be released"),
        WarningGrade::mind);
  }
  for (const BeyondLimit& one : found.beyond) {
    if (one.records == 0 || one.percent <= one.percent_before + 1) continue;
    warnings.add(counted(one.records, "value", "values") + " of '" + one.column + "' (" +
                     std::to_string(one.percent) + " %, and " + std::to_string(one.percent_before) +
                     " % when fitted) " + (one.records == 1 ? "is" : "are") + " beyond the limit " +
                     one.limit + ": fit again where the limit no longer suits the data",
                 WarningGrade::mind);
  }
  for (const OutsideDomain& one : found.outside) {
    warnings.add(counted(one.records, "value", "values") + " of '" + one.column + "' " +
                     (one.records == 1 ? "is" : "are") + " outside the declared domain",
                 WarningGrade::mind);
  }
  for (const DrawnAnew& one : found.anew) {
    warnings.add("step " + std::to_string(one.step) + ", " +
                     found.recipe.steps[one.step - 1].method->info.name +
                     ", is done anew with the parameters that were kept: " + one.reason,
                 WarningGrade::note);
  }
  return warnings;
}

}  // namespace sfumato::release
