// Facts first, then the steps of a recipe and the rules that were kept.
#include "cli/mask_report.hpp"

#include "core/guarantee.hpp"
#include "core/number_text.hpp"
#include "release/release_files.hpp"
#include "report/promise.hpp"

namespace sfumato::cli {
namespace {

// Parameters that say something: flags that are off and what was left empty do not.
std::string parameters_text(const Value& parameters) {
  Value shown = Value::object();
  for (const auto& [name, value] : parameters.as_object()) {
    const bool off = value.is_null() || (value.is_bool() && !value.as_bool());
    if (off || to_text(value).empty()) continue;
    shown.set(name, value);
  }
  return to_text(shown);
}

report::TableBlock steps_table(const Value& steps) {
  report::TableBlock table{{{"step", report::Align::right}, {"method"}, {"columns"}, {"parameters"}}, {}};
  for (const Value& step : steps.as_array()) {
    table.rows.push_back({std::to_string(table.rows.size() + 1), to_text(step.at("method")),
                          to_text(step.at("columns")), parameters_text(step.at("parameters"))});
  }
  return table;
}

report::TableBlock rules_table(const Value& rules) {
  report::TableBlock table{{{"rule"}, {"column"}, {"violations", report::Align::right}, {"mended"}}, {}};
  for (const auto& [rule, columns] : rules.as_object()) {
    for (const auto& [column, counts] : columns.as_object()) {
      table.rows.push_back(
          {rule, column, to_text(counts.at("violations")), counts.at("mended").as_bool() ? "yes" : "no"});
    }
  }
  return table;
}

}  // namespace

report::Report mask_report(const Table& original, const release::MaskingResult& result,
                           const release::WrittenRelease& written) {
  const Value& release = result.release;
  const Masked& masked = result.masked;
  report::Report report;
  const std::size_t rows = masked.tables.front().rows();
  report.document.set("method", release.at("method"))
      .set("parameters", release.at("parameters"))
      .set("rows", rows)
      .set("columns", release.at("columns"))
      .set("details", masked.details)
      .set("mapping", release.at("mapping"))
      .set("guarantee", release.at("guarantee"))
      .set("output", Value::array_of(written.paths));
  if (!written.findings.empty()) report.document.set("promises", release::promises_value(written.findings));
  report::KeyValues facts;
  const auto add = [&](const std::string& key, const Value& value) {
    const std::string text = to_text(value);
    if (!text.empty()) facts.entries.emplace_back(key, text);
  };
  add("method", release.at("method"));
  add("parameters", parameters_text(release.at("parameters")));
  add("columns", release.at("columns"));
  add("records", rows);
  const std::size_t dropped =
      original.column_count() - release::released_columns(masked.tables.front()).size();
  if (dropped > 0) add("identifiers", std::to_string(dropped) + " left out");
  for (const auto& [name, value] : masked.details.as_object()) {
    if (value.is_object() || value.is_array()) continue;
    add(name, value.is_double() ? Value(rounded(value.as_number())) : value);
  }
  add("guarantee", guarantee_words(release.at("guarantee")));
  if (const Value* note = release.find("note")) {
    add("note", *note);
    report.document.set("note", *note);
  }
  add("written to", Value::array_of(written.paths));
  report.blocks.push_back(facts);
  for (const verify::PromiseFinding& finding : written.findings) {
    report.blocks.push_back(report::Paragraph{verify::words(finding)});
  }
  if (const std::string promise = report::promise_text(release.at("guarantee")); !promise.empty()) {
    report.blocks.push_back(report::Paragraph{promise});
  }
  if (const Value* steps = release.find("steps")) report.blocks.push_back(steps_table(*steps));
  if (const Value* rules = masked.details.find("rules"); rules != nullptr && rules->is_object()) {
    report.blocks.push_back(rules_table(*rules));
  }
  return report;
}

}  // namespace sfumato::cli
