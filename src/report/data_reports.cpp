#include "report/data_reports.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::report {
namespace {

double percent_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Value numbers_value(const std::vector<double>& numbers) {
  Value list = Value::array();
  for (const double number : numbers) list.push(std::isfinite(number) ? Value(number) : Value());
  return list;
}

std::string size_text(const jobs::ClassSizes& sizes) {
  if (sizes.largest == SIZE_MAX) return std::to_string(sizes.smallest) + " or more";
  if (sizes.smallest == sizes.largest) return std::to_string(sizes.smallest);
  return std::to_string(sizes.smallest) + " to " + std::to_string(sizes.largest);
}

// Units, or records where none are declared.
std::size_t subjects_of(const jobs::KeyRiskResult& result) {
  return result.unit.empty() ? result.records : result.units;
}

std::string risk_sentence(const jobs::KeyRiskResult& result) {
  if (result.records == 0) return "There are no records.";
  const std::string keys = enumerated(result.keys);
  const std::string counted = result.unit.empty() ? "records" : "units of '" + result.unit + "'";
  if (result.uniques == 0) {
    return std::string("No ") + (result.unit.empty() ? "record" : "unit of '" + result.unit + "'") +
           " is the only one with its " + keys + "; the smallest class has " +
           std::to_string(result.smallest) + " " + counted + ".";
  }
  return std::to_string(result.uniques) + " of " + std::to_string(subjects_of(result)) + " " + counted + " " +
         (result.uniques == 1 ? "is" : "are") + " the only one with " +
         (result.uniques == 1 ? "its " : "their ") + keys + ".";
}

Value risky_value(const jobs::RiskyRecord& record) {
  Value values = Value::object(), entry = Value::object();
  for (const auto& [name, text] : record.values) values.set(name, text);
  return entry.set("record", record.record)
      .set("risk", record.risk)
      .set("class", record.class_size)
      .set("suda", record.suda ? Value(*record.suda) : Value())
      .set("keys", Value::array_of(record.singled))
      .set("reason", record.reason)
      .set("values", std::move(values));
}

Value summary_value(const profile::Summary& summary) {
  Value entry = Value::object();
  return entry.set("present", summary.present)
      .set("missing", summary.missing)
      .set("mean", summary.mean ? Value(*summary.mean) : Value())
      .set("sd", summary.sd ? Value(*summary.sd) : Value())
      .set("quantiles", numbers_value(summary.quantiles));
}

Value change_value(const profile::ColumnChange& column, bool masked) {
  Value bins = Value::object(), categories = Value::array(), entry = Value::object();
  bins.set("edges", numbers_value(column.bins.edges))
      .set("open_below", column.bins.open_below)
      .set("open_above", column.bins.open_above)
      .set("before", numbers_value(column.shares_before))
      .set("after", masked ? numbers_value(column.shares_after) : Value());
  for (const profile::CategoryShare& share : column.categories) {
    Value one = Value::object();
    categories.push(one.set("value", share.value)
                        .set("label", share.label)
                        .set("before", share.before)
                        .set("after", masked ? Value(share.after) : Value()));
  }
  return entry.set("name", column.name)
      .set("kind", to_text(column.kind))
      .set("dates", column.dates)
      .set("before", summary_value(column.before))
      .set("after", masked ? summary_value(column.after) : Value())
      .set("bins", column.bins.edges.empty() ? Value() : bins)
      .set("categories", std::move(categories))
      .set("other_categories", column.other_categories)
      .set("unchanged_percent",
           masked && std::isfinite(column.unchanged_percent) ? Value(column.unchanged_percent) : Value());
}

Value matrix_value(const std::vector<std::vector<double>>& matrix) {
  Value rows = Value::array();
  for (const auto& row : matrix) rows.push(numbers_value(row));
  return rows;
}

}  // namespace

Report key_risk_report(const jobs::KeyRiskResult& result) {
  Report report;
  Value classes = Value::array(), measures = Value::object(), special = Value::array(),
        riskiest = Value::array();
  const std::string counted = result.unit.empty() ? "records" : "units";
  TableBlock sizes{{{"class size"}, {"classes", Align::right}, {counted, Align::right}}, {}};
  for (const jobs::ClassSizes& one : result.classes) {
    Value entry = Value::object();
    classes.push(entry.set("size", size_text(one)).set("classes", one.classes).set(counted, one.records));
    if (one.classes > 0) {
      sizes.rows.push_back({size_text(one), std::to_string(one.classes), std::to_string(one.records)});
    }
  }
  for (const auto& [name, value] : result.measures) measures.set(name, value);
  for (const jobs::SpecialValue& one : result.special) {
    Value entry = Value::object();
    special.push(entry.set("column", one.column)
                     .set("value", one.value)
                     .set("records", one.records)
                     .set("why", one.why));
  }
  TableBlock records{{{"record", Align::right}, {"risk", Align::right}, {"reason"}}, {}};
  for (const jobs::RiskyRecord& one : result.riskiest) {
    riskiest.push(risky_value(one));
    records.rows.push_back({std::to_string(one.record), rounded(one.risk, 3), one.reason});
  }
  report.document.set("data", result.data)
      .set("records", result.records)
      .set("keys", Value::array_of(result.keys))
      .set("sentence", risk_sentence(result))
      .set("uniques", result.uniques)
      .set("unique_percent", percent_of(result.uniques, subjects_of(result)))
      .set("k", result.smallest)
      .set("classes", std::move(classes))
      .set("measures", std::move(measures))
      .set("special", std::move(special))
      .set("riskiest", std::move(riskiest));
  if (!result.unit.empty()) report.document.set("unit", result.unit).set("units", result.units);
  report.blocks.push_back(Paragraph{risk_sentence(result)});
  if (!sizes.rows.empty()) report.blocks.push_back(std::move(sizes));
  if (!records.rows.empty()) {
    report.blocks.push_back(Heading{"The riskiest records", 2});
    report.blocks.push_back(std::move(records));
  }
  return report;
}

Report hierarchy_report(const jobs::HierarchyResult& result) {
  Report report;
  Value rows = Value::array(), levels = Value::array();
  for (const auto& row : result.rows) rows.push(Value::array_of(row));
  TableBlock table{{{"level", Align::right},
                    {"values", Align::right},
                    {result.unit.empty() ? "unique records" : "unique units", Align::right}},
                   {}};
  for (const jobs::HierarchyLevel& one : result.levels) {
    Value entry = Value::object();
    levels.push(entry.set("level", one.level)
                    .set("values", one.values)
                    .set("unique", one.uniques)
                    .set("unique_percent",
                         percent_of(one.uniques, result.unit.empty() ? result.records : result.units))
                    .set("smallest_class", one.smallest));
    table.rows.push_back(
        {std::to_string(one.level), std::to_string(one.values), std::to_string(one.uniques)});
  }
  report.document.set("column", result.column)
      .set("specification", result.specification)
      .set("reason", result.reason.empty() ? Value() : Value(result.reason))
      .set("rows", std::move(rows))
      .set("keys", Value::array_of(result.keys))
      .set("records", result.records)
      .set("levels", std::move(levels));
  report.blocks.push_back(Paragraph{"Unique records on " + enumerated(result.keys) + " with '" +
                                    result.column + "' at each level:"});
  report.blocks.push_back(std::move(table));
  return report;
}

Report distributions_report(const jobs::DistributionsResult& result) {
  Report report;
  Value columns = Value::array(), correlations = Value::object(), changed = Value::array();
  TableBlock table{{{"column"}, {"mean before", Align::right}, {"mean after", Align::right}}, {}};
  for (const profile::ColumnChange& column : result.changes.columns) {
    columns.push(change_value(column, result.masked));
    const auto mean = [](const profile::Summary& summary) {
      return summary.mean ? rounded(*summary.mean, 6) : "";
    };
    table.rows.push_back({column.name, mean(column.before), result.masked ? mean(column.after) : ""});
  }
  correlations.set("columns", Value::array_of(result.changes.correlated))
      .set("before", matrix_value(result.changes.correlations_before))
      .set("after", result.masked ? matrix_value(result.changes.correlations_after) : Value());
  for (const jobs::ChangedRecord& record : result.changed) {
    Value cells = Value::array(), entry = Value::object();
    for (const jobs::ChangedCell& cell : record.cells) {
      Value one = Value::object();
      cells.push(one.set("column", cell.column).set("before", cell.before).set("after", cell.after));
    }
    changed.push(
        entry.set("record", record.record).set("distance", record.distance).set("cells", std::move(cells)));
  }
  report.document.set("probabilities", numbers_value(result.changes.probabilities))
      .set("columns", std::move(columns))
      .set("correlations", std::move(correlations))
      .set("changed", std::move(changed));
  report.blocks.push_back(std::move(table));
  return report;
}

}  // namespace sfumato::report
