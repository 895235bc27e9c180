#include "report/queries/reference.hpp"

#include <utility>

#include "queries/aggregates/aggregate.hpp"
#include "queries/terms.hpp"
#include "report/catalogue.hpp"

namespace sfumato::report {
namespace {

using queries::AggregateForm;
using queries::AggregateRecord;

std::string camouflage_text(const AggregateRecord& record) {
  const bool counts = record.certain.of_sums == nullptr && record.certain.of_records == nullptr;
  return counts ? "exact" : "interval";
}

// For units of one record, `replace` neighbours, and a question without groups.
std::size_t parts_of(const AggregateRecord& record) { return record.noisy.parts({}, {}, false).size(); }

void describe_aggregates(Report& report) {
  Value list = Value::array();
  TableBlock block{
      {{"aggregate"}, {"noisy parts", Align::right}, {"under restriction"}, {"under camouflage"}}, {}};
  for (const AggregateRecord& record : queries::aggregate_records()) {
    const bool restricted = record.audit != queries::Audit::none;
    for (const AggregateForm& form : record.forms) {
      Value one = Value::object();
      list.push(
          one.set("form", form_text(form)).set("parts", parts_of(record)).set("restricted", restricted));
      block.rows.push_back({form_text(form), std::to_string(parts_of(record)),
                            restricted ? "exact, if it discloses nothing" : "refused",
                            camouflage_text(record)});
    }
  }
  report.document.set("aggregates", std::move(list));
  report.blocks.emplace_back(Heading{"Aggregates", 2});
  report.blocks.emplace_back(
      Paragraph{"With noise, ε is split evenly between the parts. From masked records every aggregate is "
                "answered exactly."});
  report.blocks.emplace_back(std::move(block));
}

void describe_questions(Report& report) {
  const std::vector<std::pair<std::string, std::string>> parts = {
      {"SELECT COUNT(*) AS n, SUM(c) …",
       "up to 32 aggregates of the same records. Each is a question of its own with its own ε; all are "
       "answered or none. A name after AS is its name in the answer."},
      {"WHERE …",
       "AND, OR, NOT, comparisons, BETWEEN, IN, LIKE 'prefix%' and IS NULL. A date is written as "
       "'1970-12-31' or DATE '1970-12-31'."},
      {"GROUP BY c", "each declared category, or each unit of a domain of at most 1,000 units."},
      {"GROUP BY c / w",
       "bands of a number from one multiple of w to the next, rounded down: 20-29 for age / 10."},
      {"GROUP BY YEAR(c), MONTH(c)",
       "years and months (1 to 12) of a date; also QUARTER (1 to 4), WEEK (ISO 8601, 1 to 53), DAY (of the "
       "month, 1 to 31) and WEEKDAY (1 is Monday). Groups without records are there, too."},
      {"HAVING …",
       "shows a part of the groups, by the aggregates after SELECT and by grouped columns. It costs nothing "
       "and saves nothing: all groups are computed and charged."}};
  Value list = Value::array();
  TableBlock block{{{"part"}, {"meaning"}}, {}};
  for (const auto& [part, meaning] : parts) {
    Value one = Value::object();
    list.push(one.set("part", part).set("meaning", meaning));
    block.rows.push_back({part, meaning});
  }
  report.document.set("questions", std::move(list));
  report.blocks.emplace_back(Heading{"Questions", 2});
  report.blocks.emplace_back(std::move(block));
}

}  // namespace

Report describe_queries() {
  Report report;
  report.blocks.emplace_back(Heading{"Queryable databases", 1});
  describe_questions(report);
  describe_aggregates(report);
  Value list = Value::array();
  report.blocks.emplace_back(Heading{"Protections", 2});
  for (const queries::ProtectionInfo& one : queries::protections()) {
    Value parameters = Value::array();
    TableBlock block{{{"parameter"}, {"what it is"}, {"range and default"}}, {}};
    for (const ParamInfo& info : one.params) {
      parameters.push(info.name);
      block.rows.push_back({info.name, info.doc, param_summary(info)});
    }
    Value member = Value::object();
    list.push(member.set("protection", one.name).set("parameters", std::move(parameters)));
    report.blocks.emplace_back(Heading{one.name, 3});
    report.blocks.emplace_back(Paragraph{"Answers are " + one.doc + "."});
    report.blocks.emplace_back(std::move(block));
  }
  report.document.set("protections", std::move(list));
  return report;
}

}  // namespace sfumato::report
