#include "report/queries/schema.hpp"

#include <cmath>

#include "core/column.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/offered.hpp"
#include "queries/restriction.hpp"
#include "report/queries/answer.hpp"

namespace sfumato::report {
namespace {

using queries::CatalogueColumn;
using queries::CatalogueTable;
using queries::DatabaseTerms;
using queries::Protection;

bool is_category(const CatalogueColumn& column) { return column.kind == queries::ColumnKind::category; }

Value column_value(const CatalogueColumn& column, Protection protection) {
  Value one = declared_column(column);
  return one.set("role", column.role ? Value(to_text(*column.role)) : Value())
      .set("conditions", queries::allows_conditions(column, protection))
      .set("functions", queries::allows_functions(column, protection));
}

std::string domain_text(const CatalogueColumn& column) {
  if (column.date) {
    return date_text(static_cast<std::int32_t>(column.lower)) + " to " +
           date_text(static_cast<std::int32_t>(column.upper));
  }
  if (!is_category(column)) {
    return queries::units_text(column.lower, column.decimals) + " to " +
           queries::units_text(column.upper, column.decimals);
  }
  std::string text;
  for (const std::string& category : column.categories) text += (text.empty() ? "" : ", ") + category;
  return text;
}

TableBlock table_block(const CatalogueTable& table, Protection protection) {
  TableBlock block{{{table.name},
                    {"kind"},
                    {"declared values"},
                    {"decimals", Align::right},
                    {"NULL"},
                    {"conditions"},
                    {"functions"}},
                   {}};
  const auto word = [](bool allowed) { return allowed ? "yes" : "no"; };
  for (const CatalogueColumn& column : table.columns) {
    block.rows.push_back({column.name,
                          is_category(column) ? "category"
                          : column.date       ? "date"
                                              : "number",
                          domain_text(column),
                          is_category(column) || column.date ? "" : std::to_string(column.decimals),
                          word(column.nullable), word(queries::allows_conditions(column, protection)),
                          word(queries::allows_functions(column, protection))});
  }
  return block;
}

// What bounds the questions; all of it is fixed when the database is created.
Value limits_value(const DatabaseTerms& terms) {
  Value limits = Value::object();
  switch (terms.protection) {
    case Protection::dp:
      set_epsilon(limits, "budget", terms.budget);
      limits.set("least_epsilon", 0.000001)
          .set("largest_epsilon", 1000)
          .set("neighbours", terms.neighbours == queries::Neighbours::replace ? "replace" : "add-remove");
      break;
    case Protection::restrict:
      limits.set("least", terms.restriction.least)
          .set("overlap", terms.restriction.overlap ? Value(*terms.restriction.overlap) : Value())
          .set("audited_sets", queries::max_audited_sets);
      break;
    case Protection::camouflage:
      limits.set("width", terms.camouflage.width);
      break;
    case Protection::input:
      break;
  }
  return limits;
}

std::string limits_text(const DatabaseTerms& terms) {
  switch (terms.protection) {
    case Protection::dp:
      return "the budget of the database is ε = " + both_units(terms.budget);
    case Protection::restrict:
      return "no sum of fewer than " + std::to_string(terms.restriction.least) + " records can be derived";
    case Protection::camouflage:
      return "answers are intervals that contain the true figure";
    case Protection::input:
      break;
  }
  return "answers come from masked records";
}

}  // namespace

Value declared_column(const CatalogueColumn& column) {
  Value one = Value::object();
  one.set("name", column.name);
  if (is_category(column)) {
    one.set("kind", "category").set("categories", Value::array_of(column.categories));
  } else if (column.date) {
    Value domain = Value::array();
    domain.push(date_text(static_cast<std::int32_t>(column.lower)));
    domain.push(date_text(static_cast<std::int32_t>(column.upper)));
    one.set("kind", "date").set("domain", std::move(domain));
  } else {
    const double units = std::pow(10.0, column.decimals);
    Value domain = Value::array();
    domain.push(static_cast<double>(column.lower) / units);
    domain.push(static_cast<double>(column.upper) / units);
    one.set("kind", "number").set("domain", std::move(domain)).set("decimals", column.decimals);
  }
  return one.set("null", column.nullable);
}

Report query_schema_report(const jobs::QuerySchemaResult& schema) {
  const Protection protection = schema.terms.protection;
  Report report;
  Value tables = Value::array(), functions = Value::array();
  std::string forms;
  for (const queries::OfferedFunction& function : queries::offered_functions(protection)) {
    Value one = Value::object();
    functions.push(one.set("form", function.form).set("numbers_only", function.numbers_only));
    forms += (forms.empty() ? "" : ", ") + function.form;
  }
  report.blocks.emplace_back(KeyValues{{{"protection", queries::protection_name(protection)},
                                        {"functions", forms},
                                        {"limits", limits_text(schema.terms)}}});
  for (const CatalogueTable& table : schema.catalogue.tables) {
    Value columns = Value::array(), one = Value::object();
    for (const CatalogueColumn& column : table.columns) columns.push(column_value(column, protection));
    tables.push(one.set("name", table.name)
                    .set("unit", table.person ? "person" : "record")
                    .set("rows_per_unit", table.rows_per_unit)
                    .set("columns", std::move(columns)));
    report.blocks.emplace_back(table_block(table, protection));
  }
  report.document.set("protection", queries::protection_name(protection))
      .set("tables", std::move(tables))
      .set("functions", std::move(functions))
      .set("limits", limits_value(schema.terms));
  return report;
}

}  // namespace sfumato::report
