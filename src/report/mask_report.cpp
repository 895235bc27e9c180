// Facts first, then the steps of a recipe and the rules that were kept.
#include "report/mask_report.hpp"

#include "core/guarantee.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
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

// Names of columns for people: a table may have thousands.
std::string columns_text(const Value& columns) {
  constexpr std::size_t most = 60;
  if (!columns.is_array() || columns.as_array().size() <= most) return to_text(columns);
  std::vector<std::string> names;
  for (const Value& name : columns.as_array()) names.push_back(to_text(name));
  return first_joined(names, most, ", ", ", and ");
}

TableBlock steps_table(const Value& steps) {
  TableBlock table{{{"step", Align::right}, {"method"}, {"columns"}, {"parameters"}}, {}};
  for (const Value& step : steps.as_array()) {
    table.rows.push_back({std::to_string(table.rows.size() + 1), to_text(step.at("method")),
                          columns_text(step.at("columns")), parameters_text(step.at("parameters"))});
  }
  return table;
}

TableBlock rules_table(const Value& rules) {
  constexpr std::size_t most = 200;
  std::size_t left = 0;
  TableBlock table{{{"rule"}, {"column"}, {"violations", Align::right}, {"mended"}}, {}};
  for (const auto& [rule, columns] : rules.as_object()) {
    for (const auto& [column, counts] : columns.as_object()) {
      if (table.rows.size() >= most) {
        ++left;
        continue;
      }
      table.rows.push_back(
          {rule, column, to_text(counts.at("violations")), counts.at("mended").as_bool() ? "yes" : "no"});
    }
  }
  if (left > 0) table.rows.push_back({"…", "and " + std::to_string(left) + " more", "", ""});
  return table;
}

TableBlock limits_table(const release::NewRecords& found) {
  TableBlock table{
      {{"column"}, {"limit"}, {"beyond", Align::right}, {"%", Align::right}, {"when fitted", Align::right}},
      {}};
  for (const release::BeyondLimit& one : found.beyond) {
    table.rows.push_back({one.column, one.limit, std::to_string(one.records), std::to_string(one.percent),
                          std::to_string(one.percent_before)});
  }
  return table;
}

// Smallest classes that are left, and records with fewer than k.
TableBlock links_table(const release::EarlierFindings& findings) {
  const std::string below = "below " + std::to_string(findings.k);
  TableBlock table{{{"earlier release"},
                    {"linked", Align::right},
                    {"smallest", Align::right},
                    {below, Align::right},
                    {"not in it: smallest", Align::right},
                    {below, Align::right}},
                   {}};
  const auto add = [&](const release::ReleaseLink& link, const std::string& name) {
    const auto size = [](std::size_t members) {
      return members == 0 ? std::string("-") : std::to_string(members);
    };
    table.rows.push_back({name, std::to_string(link.linked), size(link.smallest_linked),
                          std::to_string(link.below_linked), size(link.smallest_new),
                          std::to_string(link.below_new)});
  };
  for (const release::ReleaseLink& link : findings.links) add(link, link.name);
  if (findings.together) add(*findings.together, "all together");
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
      .set("repeatable", result.repeatable)
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
  add("columns", columns_text(release.at("columns")));
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
  if (result.fitted) report.document.set("fitted", release::fitted_text(*result.fitted));
  if (result.fresh) {
    report.document.set("new", release::to_value(*result.fresh, result.hidden));
    if (!result.fresh->any()) add("compared with the fit", "no new columns or categories");
  }
  if (result.earlier) {
    report.document.set("earlier", release::to_value(*result.earlier));
    add("k with earlier releases", std::to_string(result.earlier->k_union) + " in all together, " +
                                       std::to_string(result.earlier->k_new) + " in this one");
  }
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
  if (result.fresh && !result.fresh->beyond.empty()) report.blocks.push_back(limits_table(*result.fresh));
  if (result.earlier && !result.earlier->links.empty()) report.blocks.push_back(links_table(*result.earlier));
  if (delivery.charge) add_charge(report, *delivery.charge);
  if (!result.provenance.files.empty())
    report.document.set("provenance", provenance_value(result.provenance));
  if (!result.accepted.empty()) report.document.set("accepted", accepted_value(result.accepted));
  report.warnings = result.warnings;
  return report;
}

}  // namespace sfumato::report
