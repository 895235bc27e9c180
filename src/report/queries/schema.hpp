// The schema of a database as analysts see it: the same document for the command line and for the server.
#pragma once

#include "jobs/queries/query_schema.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// What the catalogue declares of a column: {"name", "kind", "domain" and "decimals" or "categories", "null"}.
Value declared_column(const queries::CatalogueColumn& column);

// {"protection", "tables": [{"name", "unit", "rows_per_unit", "columns": [{"name", "kind", "domain" and
// "decimals" or "categories", "null", "role", "conditions", "functions"}]}], "functions": [{"form",
// "numbers_only"}], "limits"}.
Report query_schema_report(const jobs::QuerySchemaResult& schema);

}  // namespace sfumato::report
