// Proposed roles carry a question mark in text and their reason in JSON.
#include "report/profile.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::report {
namespace {

Value column_value(const profile::ColumnProfile& column) {
  Value frequent = Value::array();
  for (const profile::Frequent& entry : column.most_frequent) {
    Value one = Value::object();
    one.set("value", entry.value).set("count", entry.count);
    if (!entry.label.empty()) one.set("label", entry.label);
    frequent.push(std::move(one));
  }
  Value result = Value::object();
  result.set("name", column.name)
      .set("type", column.type)
      .set("kind", to_text(column.kind))
      .set("role", to_text(column.role))
      .set("proposed", !column.declared)
      .set("reason", column.role_reason)
      .set("missing", column.missing)
      .set("distinct", column.distinct)
      .set("once_percent", column.once_percent)
      .set("min", column.minimum)
      .set("max", column.maximum)
      .set("mean", column.mean ? Value(*column.mean) : Value())
      .set("most_frequent", frequent);
  return result;
}

std::string number_text(const Value& value) {
  if (!value.is_double()) return to_text(value);
  return std::isfinite(value.as_number()) ? rounded(value.as_number(), 6) : shortest(value.as_number());
}

std::string spread_text(const profile::ColumnProfile& column) {
  if (!column.most_frequent.empty()) {
    std::string text;
    for (const profile::Frequent& entry : column.most_frequent) {
      text += (text.empty() ? "" : ", ") + entry.value + (entry.label.empty() ? "" : " " + entry.label) +
              " (" + std::to_string(entry.count) + ")";
    }
    return text;
  }
  if (column.minimum.is_null()) return "";
  const std::string range = number_text(column.minimum) + " to " + number_text(column.maximum);
  return column.mean ? range + ", mean " + rounded(*column.mean) : range;
}

Value uniqueness_value(const profile::Uniqueness& uniqueness) {
  Value result = Value::object();
  result.set("columns", Value::array_of(uniqueness.columns))
      .set("classes", uniqueness.classes)
      .set("unique_records", uniqueness.unique_records)
      .set("unique_percent", uniqueness.unique_percent)
      .set("smallest_class", uniqueness.smallest_class);
  return result;
}

}  // namespace

std::string uniqueness_text(const profile::Profile& profile) {
  const profile::Uniqueness& found = profile.uniqueness;
  if (found.columns.empty()) return "No column is a quasi-identifier, declared or proposed.";
  if (profile.rows == 0) return "There are no records.";
  return "On the quasi-identifiers " + joined(found.columns) + ", " + rounded(found.unique_percent, 3) +
         " % of the records (" + std::to_string(found.unique_records) + " of " +
         std::to_string(profile.rows) + ") are unique; the smallest of " + std::to_string(found.classes) +
         " classes has " + std::to_string(found.smallest_class) +
         (found.smallest_class == 1 ? " record." : " records.");
}

Report inspect_report(const jobs::InspectResult& result) {
  const profile::Profile& profile = result.profile;
  const std::string& source = result.data;
  Report report;
  Value columns = Value::array();
  TableBlock table{{{"column"},
                    {"type"},
                    {"kind"},
                    {"role"},
                    {"missing", Align::right},
                    {"distinct", Align::right},
                    {"once %", Align::right},
                    {"values"}},
                   {}};
  bool proposed = false;
  for (const profile::ColumnProfile& column : profile.columns) {
    columns.push(column_value(column));
    proposed = proposed || !column.declared;
    table.rows.push_back({column.name, column.type, std::string(to_text(column.kind)),
                          std::string(to_text(column.role)) + (column.declared ? "" : "?"),
                          std::to_string(column.missing), std::to_string(column.distinct),
                          rounded(column.once_percent, 3), spread_text(column)});
  }
  report.document.set("data", source)
      .set("rows", profile.rows)
      .set("columns", columns)
      .set("uniqueness", uniqueness_value(profile.uniqueness));
  report.blocks.push_back(Heading{source + ": " + std::to_string(profile.rows) + " records, " +
                                      std::to_string(profile.columns.size()) + " columns",
                                  1});
  report.blocks.push_back(table);
  if (proposed) report.blocks.push_back(Paragraph{"A role with a question mark is a proposal."});
  report.blocks.push_back(Paragraph{uniqueness_text(profile)});
  return report;
}

}  // namespace sfumato::report
