// Protections of tables, sensitivity rules and suppression algorithms, described from their records.
#include "report/catalogue.hpp"
#include "report/catalogue_parts.hpp"

namespace sfumato::report {
namespace {

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

template <class Entry>
void add_table_details(Report& report, const Entry& entry, const std::string& notes, const ShownName& shown,
                       const std::string& usage) {
  report.document.set("parameters", param_infos_value(entry.params))
      .set("notes", notes)
      .set("reference", entry.info.reference);
  add_usage(report, usage);
  add_parameters(report, entry.params, shown);
  if (!notes.empty()) {
    report.blocks.emplace_back(Heading{"Notes"});
    report.blocks.emplace_back(Paragraph{notes});
  }
  add_reference(report, entry.info.reference);
}

}  // namespace

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
  add_table_details(report, protection, protection.info.notes, option_name, usage);
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
  add_table_details(report, rule,
                    "For example " + rule.info.example + ": " + rule.info.meaning + "." +
                        (rule.info.notes.empty() ? "" : " " + rule.info.notes),
                    own_name, usage);
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
