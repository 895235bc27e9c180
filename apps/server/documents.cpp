#include "server/documents.hpp"

#include <cmath>

namespace sfumato::server {
namespace {

using queries::CatalogueColumn;

Value versioned() {
  Value document = Value::object();
  document.set("version", 1);
  return document;
}

Value column_value(const CatalogueColumn& column) {
  Value one = Value::object();
  one.set("name", column.name);
  if (column.kind == queries::ColumnKind::category) {
    one.set("kind", "category").set("categories", Value::array_of(column.categories));
  } else {
    const double units = std::pow(10.0, column.decimals);
    Value domain = Value::array();
    domain.push(static_cast<double>(column.lower) / units);
    domain.push(static_cast<double>(column.upper) / units);
    one.set("kind", "number").set("domain", std::move(domain)).set("decimals", column.decimals);
  }
  return one.set("null", column.nullable);
}

}  // namespace

Value balance_document(const queries::Balance& balance, const std::string& user, bool administrator) {
  Value document = versioned();
  document.set("user", user)
      .set("cap", balance.cap)
      .set("quota", balance.quota ? Value(*balance.quota) : Value())
      .set("spent_by_user", balance.spent_by_user)
      .set("left", balance.left_of_user());
  // What others have spent is not for analysts.
  if (administrator) document.set("spent", balance.spent).set("database_left", balance.left());
  return document;
}

Value catalogue_document(const queries::Database& database) {
  Value tables = Value::array();
  for (const queries::CatalogueTable& table : database.catalogue().tables) {
    Value columns = Value::array();
    for (const CatalogueColumn& column : table.columns) columns.push(column_value(column));
    Value one = Value::object();
    tables.push(one.set("name", table.name)
                    .set("unit", table.person ? "person" : "record")
                    .set("rows_per_unit", table.rows_per_unit)
                    .set("columns", std::move(columns)));
  }
  return versioned()
      .set("protection", queries::protection_name(database.terms().protection))
      .set("tables", std::move(tables));
}

Value error_document(const std::string& code, const std::string& message, const std::string& hint) {
  Value error = Value::object(), document = Value::object();
  error.set("code", code).set("message", message).set("hint", hint);
  return document.set("error", std::move(error));
}

}  // namespace sfumato::server
