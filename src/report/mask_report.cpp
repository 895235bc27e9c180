// Facts first, then the steps of a recipe and the rules that were kept.
#include "report/mask_report.hpp"

#include "core/guarantee.hpp"
#include "core/number_text.hpp"
#include "report/column_details.hpp"
#include "report/promise.hpp"
#include "report/provenance.hpp"

namespace sfumato::report {
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

TableBlock steps_table(const Value& steps) {
  TableBlock table{{{"step", Align::right}, {"method"}, {"columns"}, {"parameters"}}, {}};
  for (const Value& step : steps.as_array()) {
    table.rows.push_back({std::to_string(table.rows.size() + 1), to_text(step.at("method")),
                          to_text(step.at("columns")), parameters_text(step.at("parameters"))});
  }
  return table;
}

TableBlock rules_table(const Value& rules) {
  TableBlock table{{{"rule"}, {"column"}, {"violations", Align::right}, {"mended"}}, {}};
  for (const auto& [rule, columns] : rules.as_object()) {
    for (const auto& [column, counts] : columns.as_object()) {
      table.rows.push_back(
          {rule, column, to_text(counts.at("violations")), counts.at("mended").as_bool() ? "yes" : "no"});
    }
  }
  return table;
}

void add_charge(Report& report, const release::Charge& charge) {
  report.document.set("budget", charge.document());
  report.blocks.push_back(Paragraph{"The budget in " + charge.path +
                                    " is charged with ε = " + shortest(charge.spending.epsilon) + "; " +
                                    shortest(static_cast<double>(charge.left) / 1e6) + " is left."});
}

Value accepted_value(const std::vector<release::AcceptedWarning>& accepted) {
  Value list = Value::array();
  for (const release::AcceptedWarning& one : accepted) {
    Value entry = Value::object();
    list.push(entry.set("warning", release::warning_id(one.warning))
                  .set("grade", to_text(one.warning.grade))
                  .set("text", one.warning.text)
                  .set("by", one.by)
                  .set("reason", one.reason));
  }
  return list;
}

}  // namespace

Report mask_report(const jobs::MaskResult& result) {
  const Value& release = result.release;
  const release::Delivery& delivery = result.delivery;
  Report report;
  report.document.set("method", release.at("method"))
      .set("parameters", release.at("parameters"))
      .set("rows", result.rows)
      .set("columns", release.at("columns"))
      .set("details", result.details)
      .set("mapping", release.at("mapping"))
      .set("guarantee", release.at("guarantee"));
  if (!delivery.paths.empty()) report.document.set("output", Value::array_of(delivery.paths));
  if (!delivery.findings.empty()) {
    report.document.set("promises", release::promises_value(delivery.findings));
  }
  if (delivery.exposure) report.document.set("quasi_identifiers", release::to_value(*delivery.exposure));
  if (!delivery.unchanged_columns.columns.empty()) {
    report.document.set("unchanged", release::to_value(delivery.unchanged_columns));
  }
  KeyValues facts;
  const auto add = [&](const std::string& key, const Value& value) {
    const std::string text = to_text(value);
    if (!text.empty()) facts.entries.emplace_back(key, text);
  };
  add("method", release.at("method"));
  add("parameters", parameters_text(release.at("parameters")));
  add("columns", release.at("columns"));
  const char* order = release.find("shuffled") != nullptr      ? ", in random order"
                      : release.at("mapping") != Value("none") ? ", in the order of the original"
                                                               : "";
  add("records", std::to_string(result.rows) + order);
  if (const Value* renumbered = release.find("renumbered")) add("renumbered", *renumbered);
  if (result.identifiers > 0) add("identifiers", std::to_string(result.identifiers) + " left out");
  if (const Value* dropped = release.find("drop")) add("dropped", *dropped);
  for (const auto& [name, value] : result.details.as_object()) {
    if (value.is_object() || value.is_array()) continue;
    add(name, value.is_double() ? Value(rounded(value.as_number())) : value);
  }
  for (const verify::PromiseFinding& finding : delivery.findings) {
    for (const auto& [model, found] : verify::model_words(finding)) add(model, found);
  }
  add("differential privacy", guarantee_words(release.at("guarantee")));
  if (const Value* note = release.find("note")) {
    add("note", *note);
    report.document.set("note", *note);
  }
  report.document.set("sidecar", delivery.sidecar);
  if (!result.reveal.is_null()) report.document.set("reveal", result.reveal);
  add("written to", Value::array_of(delivery.paths));
  report.blocks.push_back(facts);
  for (const verify::PromiseFinding& finding : delivery.findings) {
    report.blocks.push_back(Paragraph{verify::words(finding)});
  }
  if (delivery.exposure) report.blocks.push_back(Paragraph{release::words(*delivery.exposure)});
  if (const std::string promise = promise_text(release.at("guarantee")); !promise.empty()) {
    report.blocks.push_back(Paragraph{promise});
  }
  if (const Value* steps = release.find("steps")) report.blocks.push_back(steps_table(*steps));
  for (Block& block : column_details(release, result.details)) report.blocks.push_back(std::move(block));
  if (const Value* rules = result.details.find("rules"); rules != nullptr && rules->is_object()) {
    report.blocks.push_back(rules_table(*rules));
  }
  if (delivery.charge) add_charge(report, *delivery.charge);
  if (!result.provenance.files.empty())
    report.document.set("provenance", provenance_value(result.provenance));
  if (!result.accepted.empty()) report.document.set("accepted", accepted_value(result.accepted));
  report.warnings = result.warnings;
  return report;
}

}  // namespace sfumato::report
