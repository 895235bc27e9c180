// Reports made from the registries' records alone, so that a new method or measure is described
// everywhere without another line.
#include "report/catalogue.hpp"

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

TableBlock params_table(const std::vector<ParamInfo>& params, const std::string& prefix) {
  TableBlock table{{{"parameter"}, {"default"}, {"range"}, {"unit"}, {"dial"}, {"meaning"}}, {}};
  for (const ParamInfo& info : params) {
    table.rows.push_back({prefix + info.name, default_text(info), range_text(info), info.unit,
                          info.dial == Dial::none ? "" : std::string(to_text(info.dial)), info.doc});
  }
  return table;
}

std::string usage_of(const Method& method) {
  std::string usage = "sfumato mask " + method.info.name + " data.csv -o masked.csv";
  for (const ParamInfo& info : method.params) {
    if (info.kind == ParamKind::flag || info.dial == Dial::none) continue;
    usage += " --" + info.name + " " + to_text(info.initial);
  }
  return usage;
}

std::string usage_of(const Measure& measure) {
  std::string usage = "sfumato measure data.csv masked.csv --measures " + measure.info.name;
  if (!measure.params.empty()) {
    const ParamInfo& info = measure.params.front();
    const std::string value =
        info.kind == ParamKind::flag ? (info.initial.as_bool() ? "true" : "false") : to_text(info.initial);
    usage += " --set " + measure.info.name + "." + info.name + "=" + value;
  }
  return usage;
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

// What methods and measures have alike below their facts: usage, parameters, notes, reference.
template <class Entry>
void add_details(Report& report, const Entry& entry, const std::string& prefix) {
  report.document.set("parameters", param_infos_value(entry.params))
      .set("notes", entry.info.notes)
      .set("reference", entry.info.reference);
  report.blocks.push_back(Heading{"Usage"});
  report.blocks.push_back(Verbatim{{usage_of(entry)}});
  if (!entry.params.empty()) {
    report.blocks.push_back(Heading{"Parameters"});
    report.blocks.push_back(params_table(entry.params, prefix));
  }
  if (!entry.info.notes.empty()) {
    report.blocks.push_back(Heading{"Notes"});
    report.blocks.push_back(Paragraph{entry.info.notes});
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
  if (info.kind != ParamKind::flag) add("default " + default_text(info));
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

Report describe(const Method& method) {
  Report report;
  report.document = summary_value(method);
  report.blocks.push_back(Heading{method.info.title, 1});
  report.blocks.push_back(Paragraph{method.info.summary});
  report.blocks.push_back(KeyValues{{{"name", method.info.name},
                                     {"family", std::string(to_text(method.info.family))},
                                     {"accepts", to_text(method.info.accepts) + " columns"},
                                     {"random", yes_or_no(method.info.random)}}});
  add_details(report, method, "--");
  return report;
}

Report describe(const Measure& measure) {
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
  add_details(report, measure, measure.info.name + ".");
  return report;
}

}  // namespace sfumato::report
