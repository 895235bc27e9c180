#include "server/documents.hpp"

#include "report/queries/answer.hpp"
#include "report/queries/schema.hpp"

namespace sfumato::server {
namespace {

using queries::CatalogueColumn;

Value versioned() {
  Value document = Value::object();
  document.set("version", 1);
  return document;
}

}  // namespace

Value balance_document(const queries::Balance& balance, const std::string& user, bool administrator) {
  Value document = versioned();
  document.set("user", user);
  report::set_epsilon(document, "cap", balance.cap);
  report::set_epsilon(document, "quota", balance.quota);
  report::set_epsilon(document, "spent_by_user", balance.spent_by_user);
  report::set_epsilon(document, "left", balance.left_of_user());
  // What others have spent is not for analysts.
  if (administrator) {
    report::set_epsilon(document, "spent", balance.spent);
    report::set_epsilon(document, "database_left", balance.left());
  }
  return document;
}

Value catalogue_document(const queries::Database& database) {
  Value tables = Value::array();
  for (const queries::CatalogueTable& table : database.catalogue().tables) {
    Value columns = Value::array();
    for (const CatalogueColumn& column : table.columns) columns.push(report::declared_column(column));
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
