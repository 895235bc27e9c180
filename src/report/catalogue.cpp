// Reports made from the registries' records alone, so that a new method or measure is described
// everywhere without another line.
#include "report/catalogue.hpp"

#include <functional>

#include "core/error.hpp"

namespace sfumato::report {
namespace {

Value optional_number(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

Value kinds_value(Kinds kinds) {
  Value list = Value::array();
  for (const Kind kind : {Kind::numeric, Kind::nominal, Kind::ordinal}) {
    if (kinds.has(kind)) list.push(to_text(kind));
  }
  return list;
}

// Parameters of a measure are called MEASURE.NAME wherever they are set; those of methods and protections are
// options; the numbers of a rule have no names where they are written.
using ShownName = std::function<std::string(const std::string& name)>;
std::string option_name(const std::string& name) { return param_reference(name); }
std::string own_name(const std::string& name) { return name; }

TableBlock params_table(const std::vector<ParamInfo>& params, const ShownName& shown) {
  TableBlock table{{{"parameter"}, {"default"}, {"range"}, {"unit"}, {"dial"}, {"meaning"}}, {}};
  for (const ParamInfo& info : params) {
    table.rows.push_back({shown(info.name), info.required ? "" : default_text(info), range_text(info),
                          info.unit, info.dial == Dial::none ? "" : std::string(to_text(info.dial)),
                          info.doc});
  }
  return table;
}

std::string numbers_text(const tables::RuleType& rule) {
  std::string text = rule.info.name;
  bool open = false;
  for (std::size_t i = 0; i < rule.params.size(); ++i) {
    if (!rule.params[i].required && !open) {
      text += "[";
      open = true;
    }
    text += (i == 0 ? "=" : ",") + rule.params[i].name;
  }
  return text + (open ? "]" : "");
}

Value summary_value(const tables::Protection& protection) {
  Value entry = Value::object();
  return entry.set("name", protection.info.name)
      .set("title", protection.info.title)
      .set("summary", protection.info.summary)
      .set("audited", protection.info.audited)
      .set("random", protection.info.random);
}

Value summary_value(const tables::RuleType& rule) {
  Value entry = Value::object();
  return entry.set("name", rule.info.name)
      .set("title", rule.info.title)
      .set("summary", rule.info.summary)
      .set("example", rule.info.example)
      .set("amounts", rule.info.amounts)
      .set("safety_range", rule.takes_range != nullptr);
}

Value summary_value(const Method& method) {
  Value entry = Value::object();
  entry.set("name", method.info.name)
      .set("title", method.info.title)
      .set("family", to_text(method.info.family))
      .set("summary", method.info.summary)
      .set("accepts", kinds_value(method.info.accepts))
      .set("random", method.info.random);
  return entry;
}

Value summary_value(const Measure& measure) {
  Value entry = Value::object();
  entry.set("name", measure.info.name)
      .set("title", measure.info.title)
      .set("summary", measure.info.summary)
      .set("side", to_text(measure.info.side))
      .set("better", to_text(measure.info.better))
      .set("range", measure.info.range)
      .set("accepts", kinds_value(measure.info.accepts))
      .set("needs_mapping", measure.info.needs_mapping);
  return entry;
}

template <class Info>
std::string notes_of(const Info& info) {
  return info.notes;
}

std::string notes_of(const tables::RuleInfo& info) {
  return "For example " + info.example + ": " + info.meaning + ".";
}

// What all entries have in common below their facts: usage, parameters, notes, reference.
template <class Entry>
void add_details(Report& report, const Entry& entry, const ShownName& shown, const std::string& usage) {
  const std::string notes = notes_of(entry.info);
  report.document.set("parameters", param_infos_value(entry.params))
      .set("notes", notes)
      .set("reference", entry.info.reference);
  if (!usage.empty()) {
    report.blocks.push_back(Heading{"Usage"});
    report.blocks.push_back(Verbatim{{usage}});
  }
  if (!entry.params.empty()) {
    report.blocks.push_back(Heading{"Parameters"});
    report.blocks.push_back(params_table(entry.params, shown));
  }
  if (!notes.empty()) {
    report.blocks.push_back(Heading{"Notes"});
    report.blocks.push_back(Paragraph{notes});
  }
  if (!entry.info.reference.empty()) {
    report.blocks.push_back(Heading{"Reference"});
    report.blocks.push_back(Paragraph{entry.info.reference});
  }
}

std::string yes_or_no(bool truth) { return truth ? "yes" : "no"; }

}  // namespace

std::string default_text(const ParamInfo& info) {
  if (info.kind == ParamKind::flag) return info.initial.as_bool() ? "on" : "off";
  const std::string text = to_text(info.initial);
  return text.empty() ? "none" : text;
}

std::string param_summary(const ParamInfo& info) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  const std::string range = range_text(info);
  if (!range.empty()) add(range + (info.unit.empty() ? "" : " " + info.unit));
  if (range.empty() && !info.unit.empty()) add(info.unit);
  const std::string initial = default_text(info);
  if (info.kind != ParamKind::flag && !info.required && initial != "none") add("default " + initial);
  if (info.dial != Dial::none) add(std::string(to_text(info.dial)));
  return text;
}

Value param_infos_value(const std::vector<ParamInfo>& params) {
  Value list = Value::array();
  for (const ParamInfo& info : params) {
    Value entry = Value::object();
    entry.set("name", info.name)
        .set("kind", to_text(info.kind))
        .set("default", info.initial)
        .set("lower", optional_number(info.lower))
        .set("upper", optional_number(info.upper))
        .set("choices", Value::array_of(info.choices))
        .set("unit", info.unit)
        .set("doc", info.doc)
        .set("dial", to_text(info.dial));
    list.push(entry);
  }
  return list;
}

Report describe_methods(const std::vector<Method>& methods) {
  Report report;
  Value list = Value::array();
  TableBlock table{{{"method"}, {"family"}, {"accepts"}, {"what it does"}}, {}};
  for (const Method& method : methods) {
    list.push(summary_value(method));
    table.rows.push_back({method.info.name, std::string(to_text(method.info.family)),
                          to_text(method.info.accepts), method.info.summary});
  }
  report.document.set("methods", list);
  report.blocks.push_back(table);
  return report;
}

Report describe_measures(const std::vector<Measure>& measures) {
  Report report;
  Value list = Value::array();
  TableBlock table{{{"measure"}, {"side"}, {"better"}, {"range"}, {"what it says"}}, {}};
  for (const Measure& measure : measures) {
    list.push(summary_value(measure));
    table.rows.push_back({measure.info.name, std::string(to_text(measure.info.side)),
                          std::string(to_text(measure.info.better)), measure.info.range,
                          measure.info.summary});
  }
  report.document.set("measures", list);
  report.blocks.push_back(table);
  return report;
}

Report describe(const Method& method, const std::string& usage) {
  Report report;
  report.document = summary_value(method);
  report.blocks.push_back(Heading{method.info.title, 1});
  report.blocks.push_back(Paragraph{method.info.summary});
  report.blocks.push_back(KeyValues{{{"name", method.info.name},
                                     {"family", std::string(to_text(method.info.family))},
                                     {"accepts", to_text(method.info.accepts) + " columns"},
                                     {"random", yes_or_no(method.info.random)}}});
  add_details(report, method, option_name, usage);
  return report;
}

Report describe(const Measure& measure, const std::string& usage) {
  Report report;
  report.document = summary_value(measure);
  report.document.set("cost", measure.info.cost);
  report.blocks.push_back(Heading{measure.info.title, 1});
  report.blocks.push_back(Paragraph{measure.info.summary});
  KeyValues facts{{{"name", measure.info.name},
                   {"side", std::string(to_text(measure.info.side))},
                   {"better", std::string(to_text(measure.info.better))},
                   {"range", measure.info.range},
                   {"accepts", to_text(measure.info.accepts) + " columns"},
                   {"needs the record mapping", yes_or_no(measure.info.needs_mapping)}}};
  if (!measure.info.cost.empty()) facts.entries.emplace_back("cost", measure.info.cost);
  report.blocks.push_back(facts);
  add_details(
      report, measure, [&](const std::string& name) { return measure.info.name + "." + name; }, usage);
  return report;
}

Report describe_protections(const std::vector<tables::Protection>& protections) {
  Report report;
  Value list = Value::array();
  TableBlock table{{{"protection"}, {"audited"}, {"what it does"}}, {}};
  for (const tables::Protection& one : protections) {
    list.push(summary_value(one));
    table.rows.push_back({one.info.name, yes_or_no(one.info.audited), one.info.summary});
  }
  report.document.set("protections", list);
  report.blocks.push_back(table);
  return report;
}

Report describe(const tables::Protection& protection, const std::string& usage) {
  Report report;
  report.document = summary_value(protection);
  report.blocks.push_back(Heading{protection.info.title, 1});
  report.blocks.push_back(Paragraph{protection.info.summary});
  report.blocks.push_back(KeyValues{{{"name", protection.info.name},
                                     {"audited before it goes out", yes_or_no(protection.info.audited)},
                                     {"random", yes_or_no(protection.info.random)}}});
  add_details(report, protection, option_name, usage);
  return report;
}

Report describe_rules(const std::vector<tables::RuleType>& rules) {
  Report report;
  Value list = Value::array();
  TableBlock table{{{"rule"}, {"written as"}, {"which cells are sensitive"}}, {}};
  for (const tables::RuleType& one : rules) {
    list.push(summary_value(one));
    table.rows.push_back({one.info.name, numbers_text(one), one.info.summary});
  }
  report.document.set("rules", list);
  report.blocks.push_back(table);
  return report;
}

Report describe(const tables::RuleType& rule, const std::string& usage) {
  Report report;
  report.document = summary_value(rule);
  report.blocks.push_back(Heading{rule.info.title, 1});
  report.blocks.push_back(Paragraph{rule.info.summary});
  report.blocks.push_back(
      KeyValues{{{"name", rule.info.name},
                 {"written as", numbers_text(rule)},
                 {"looks at", rule.info.amounts ? "amounts" : "the number of contributors"},
                 {"levels", rule.takes_range == nullptr   ? "its own"
                            : rule.info.own_range.empty() ? "the safety range"
                                                          : "its own range, or the safety range"}}});
  add_details(report, rule, own_name, usage);
  return report;
}

Report describe_algorithms(const std::vector<tables::SuppressionAlgorithm>& algorithms) {
  Report report;
  Value list = Value::array();
  TableBlock table{{{"algorithm"}, {"what it does"}, {"needs"}, {"reference"}}, {}};
  for (const tables::SuppressionAlgorithm& one : algorithms) {
    Value entry = Value::object();
    list.push(entry.set("name", one.info.name)
                  .set("title", one.info.title)
                  .set("summary", one.info.summary)
                  .set("needs", one.info.needs)
                  .set("reference", one.info.reference));
    table.rows.push_back({one.info.name, one.info.summary, one.info.needs, one.info.reference});
  }
  report.document.set("algorithms", list);
  report.blocks.push_back(table);
  return report;
}

}  // namespace sfumato::report
