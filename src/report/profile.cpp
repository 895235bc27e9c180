// Proposed roles carry a question mark in text and their reason in JSON.
#include "report/profile.hpp"

#include <algorithm>
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
      .set("most_frequent", frequent)
      .set("proposed_kind", column.nominal_reason.empty() ? Value() : Value("nominal"))
      .set("kind_reason", column.nominal_reason.empty() ? Value() : Value(column.nominal_reason))
      .set("classification", column.classification.empty() ? Value() : Value(column.classification))
      .set("missing_like", Value::array_of(column.missing_like));
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

// What a person should decide about the values of a column.
std::vector<std::string> column_notes(const profile::ColumnProfile& column) {
  std::vector<std::string> notes;
  const std::string name = "'" + column.name + "'";
  if (!column.nominal_reason.empty()) {
    notes.push_back(name + " has integers that are codes (" + column.nominal_reason +
                    "): declare kind = \"nominal\" in the sidecar, so that they are not averaged.");
  }
  if (!column.classification.empty()) {
    notes.push_back(
        name + " looks like " + column.classification +
        ": a hierarchy by prefix makes it coarser. Write kind = \"redaction\" and from = \"right\" "
        "into a file and name it with ‹hierarchy› " +
        column.name + "=FILE.toml.");
  }
  if (!column.missing_like.empty()) {
    notes.push_back(name + " has " + enumerated(column.missing_like) +
                    (column.missing_like.size() == 1 ? ", which looks like a code for missing values"
                                                     : ", which look like codes for missing values") +
                    ": if so, say it with ‹missing› " + column.name + "=" + joined(column.missing_like, ",") +
                    ".");
  }
  if (!column.all_values) {
    notes.push_back(name +
                    " has very many different values: the most frequent ones, and codes for missing values, "
                    "were not sought.");
  }
  return notes;
}

Value uniqueness_value(const profile::Uniqueness& uniqueness) {
  Value result = Value::object();
  result.set("columns", Value::array_of(uniqueness.columns))
      .set("classes", uniqueness.classes)
      .set("unique_records", uniqueness.unique_records)
      .set("unique_percent", uniqueness.unique_percent)
      .set("smallest_class", uniqueness.smallest_class);
  if (uniqueness.unit.empty()) return result;
  Value units = Value::object();
  units.set("column", uniqueness.unit)
      .set("units", uniqueness.units)
      .set("unique", uniqueness.unique_units)
      .set("unique_percent", uniqueness.unique_units_percent)
      .set("smallest_class", uniqueness.smallest_units);
  result.set("units", units);
  return result;
}

}  // namespace

std::string uniqueness_text(const profile::Profile& profile) {
  const profile::Uniqueness& found = profile.uniqueness;
  if (found.columns.empty()) return "No column is a quasi-identifier, declared or proposed.";
  if (profile.rows == 0) return "There are no records.";
  const std::string on_keys =
      "On the quasi-identifiers " + first_joined(found.columns, 60, ", ", ", and ") + ", ";
  if (!found.unit.empty()) {
    return on_keys + rounded(found.unique_units_percent, 3) + " % of the units of '" + found.unit + "' (" +
           std::to_string(found.unique_units) + " of " + std::to_string(found.units) +
           ") are unique; the smallest of " + std::to_string(found.classes) + " classes has " +
           std::to_string(found.smallest_units) + (found.smallest_units == 1 ? " unit" : " units") +
           ". Counted by records, " + std::to_string(found.unique_records) + " of " +
           std::to_string(profile.rows) + " are unique.";
  }
  return on_keys + rounded(found.unique_percent, 3) + " % of the records (" +
         std::to_string(found.unique_records) + " of " + std::to_string(profile.rows) +
         ") are unique; the smallest of " + std::to_string(found.classes) + " classes has " +
         std::to_string(found.smallest_class) + (found.smallest_class == 1 ? " record." : " records.");
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
  constexpr std::size_t most_shown = 300;  // the document has all
  bool proposed = false;
  std::vector<std::string> notes;
  for (const profile::ColumnProfile& column : profile.columns) {
    columns.push(column_value(column));
    proposed = proposed || !column.declared;
    for (std::string& note : column_notes(column)) notes.push_back(std::move(note));
    if (table.rows.size() >= most_shown) continue;
    table.rows.push_back({column.name, column.type,
                          std::string(to_text(column.nominal_reason.empty() ? column.kind : Kind::nominal)) +
                              (column.nominal_reason.empty() ? "" : "?"),
                          std::string(to_text(column.role)) + (column.declared ? "" : "?"),
                          std::to_string(column.missing), std::to_string(column.distinct),
                          rounded(column.once_percent, 3), spread_text(column)});
  }
  report.document.set("data", source)
      .set("rows", profile.rows)
      .set("columns", columns)
      .set("notes", Value::array_of(notes))
      .set("uniqueness", uniqueness_value(profile.uniqueness));
  report.blocks.push_back(Heading{source + ": " + std::to_string(profile.rows) + " records, " +
                                      std::to_string(profile.columns.size()) + " columns",
                                  1});
  report.blocks.push_back(table);
  if (profile.columns.size() > most_shown) {
    report.blocks.push_back(Paragraph{std::to_string(profile.columns.size() - most_shown) +
                                      " more columns are in the JSON document and in the proposed sidecar."});
  }
  if (proposed) report.blocks.push_back(Paragraph{"A role with a question mark is a proposal."});
  for (std::size_t i = 0; i < std::min(notes.size(), most_shown); ++i)
    report.blocks.push_back(Paragraph{notes[i]});
  report.blocks.push_back(Paragraph{uniqueness_text(profile)});
  return report;
}

}  // namespace sfumato::report
