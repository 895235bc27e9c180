// A coefficient that does not exist is null for programs and a dash for people.
#include "report/plan_correlations.hpp"

#include <algorithm>

#include "core/number_text.hpp"

namespace sfumato::report {
namespace {

Value coefficient_value(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

std::string coefficient_text(const std::optional<double>& number) {
  return number ? rounded(*number, 3) : "–";
}

}  // namespace

Value correlations_value(const compare::Plan& plan, const compare::PlanResult& result) {
  Value::Array list;
  for (const compare::CorrelationResult& one : result.correlations) {
    Value entry = Value::object();
    entry.set("title", one.entry->title);
    if (plan.several_data_sets()) entry.set("data", plan.data[one.subject].name);
    if (plan.several_column_sets()) {
      entry.set("data_columns", Value::array_of(plan.data[one.subject].columns));
    }
    entry.set("first", one.first)
        .set("second", one.second)
        .set("pearson", coefficient_value(one.pearson))
        .set("spearman", coefficient_value(one.spearman))
        .set("cells", one.cells);
    list.push_back(std::move(entry));
  }
  return list;
}

// Titles and subjects have a column where there are any.
TableBlock correlation_table(const compare::Plan& plan, const compare::PlanResult& result) {
  const bool titled = std::any_of(plan.correlations.begin(), plan.correlations.end(),
                                  [](const compare::PlanCorrelation& entry) { return !entry.title.empty(); });
  TableBlock table;
  if (titled) table.columns.push_back({"over"});
  if (plan.data.size() > 1) table.columns.push_back({"data"});
  for (const char* name : {"of", "and"}) table.columns.push_back({name});
  for (const char* name : {"Pearson", "Spearman", "cells"}) table.columns.push_back({name, Align::right});
  for (const compare::CorrelationResult& one : result.correlations) {
    std::vector<std::string> line;
    if (titled) line.push_back(one.entry->title);
    if (plan.data.size() > 1) line.push_back(plan.subject_name(one.subject));
    line.insert(line.end(), {one.first, one.second, coefficient_text(one.pearson),
                             coefficient_text(one.spearman), std::to_string(one.cells)});
    table.rows.push_back(std::move(line));
  }
  return table;
}

}  // namespace sfumato::report
