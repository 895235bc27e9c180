// Methods and measures, described from their records and their pages alone, so that a new one is described
// everywhere without another line.
#include "report/catalogue.hpp"

#include <array>

#include "report/catalogue_parts.hpp"
#include "report/pages.hpp"
#include "report/reference_page.hpp"

namespace sfumato::report {
namespace {

Value kinds_value(Kinds kinds) {
  Value list = Value::array();
  for (const Kind kind : {Kind::numeric, Kind::nominal, Kind::ordinal}) {
    if (kinds.has(kind)) list.push(to_text(kind));
  }
  return list;
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

void add_section(Report& report, const ReferencePage& page, PageSection section) {
  for (Block& block : page.blocks(section)) report.blocks.push_back(std::move(block));
}

// What follows the facts: the page's sections, with what the record knows between them.
template <class Entry>
void add_details(Report& report, const Entry& entry, const ReferencePage& page, const ShownName& shown,
                 const std::string& usage) {
  report.document.set("parameters", param_infos_value(entry.params))
      .set("notes", page.text())
      .set("page", page.value())
      .set("reference", entry.info.reference);
  for (const PageSection section :
       {PageSection::description, PageSection::when_to_use, PageSection::when_not_to_use}) {
    add_section(report, page, section);
  }
  add_usage(report, usage);
  add_parameters(report, entry.params, shown);
  for (const PageSection section :
       {PageSection::formula, PageSection::ties, PageSection::example, PageSection::cost}) {
    add_section(report, page, section);
  }
  add_reference(report, entry.info.reference);
}

std::string kinds_text(Kinds kinds) {
  const bool all = kinds.has(Kind::numeric) && kinds.has(Kind::nominal) && kinds.has(Kind::ordinal);
  return all ? "any kind" : to_text(kinds);
}

// A list under a heading, left out where it is empty.
void add_group(Report& report, std::string heading, Definitions list) {
  if (list.entries.empty()) return;
  heading[0] = static_cast<char>(heading[0] - 'a' + 'A');
  report.blocks.emplace_back(Heading{heading});
  report.blocks.emplace_back(std::move(list));
}

}  // namespace

Report describe_methods(const std::vector<Method>& methods) {
  Report report;
  Value list = Value::array();
  for (const Method& method : methods) list.push(summary_value(method));
  report.document.set("methods", list);
  for (const Family family : families()) {
    Definitions group{{"method", "columns", "what it does"}, {}, true};
    for (const Method& method : methods) {
      if (method.info.family != family) continue;
      group.entries.push_back({method.info.name, kinds_text(method.info.accepts), method.info.summary});
    }
    add_group(report, std::string(to_text(family)), std::move(group));
  }
  return report;
}

Report describe_measures(const std::vector<Measure>& measures) {
  Report report;
  Value list = Value::array();
  for (const Measure& measure : measures) list.push(summary_value(measure));
  report.document.set("measures", list);
  constexpr std::array<std::pair<Side, const char*>, 3> sides{
      {{Side::risk, "risk"}, {Side::utility, "utility"}, {Side::both, "risk and utility together"}}};
  for (const auto& [side, heading] : sides) {
    Definitions group{{"measure", "values", "what it says"}, {}, true};
    for (const Measure& measure : measures) {
      if (measure.info.side != side) continue;
      group.entries.push_back(
          {measure.info.name, std::string(to_text(measure.info.better)) + " is better, " + measure.info.range,
           measure.info.summary});
    }
    add_group(report, heading, std::move(group));
  }
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
  const ReferencePage page(find_page(method.info.name), method.info.name, method.params);
  add_details(report, method, page, option_name, usage);
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
  const ReferencePage page(find_page(measure.info.name), measure.info.name);
  add_details(
      report, measure, page, [&](const std::string& name) { return measure.info.name + "." + name; }, usage);
  return report;
}

}  // namespace sfumato::report
