// What an analyst may know of a database: tables, columns, declared domains, functions and limits. Nothing of
// it comes from the records.
#pragma once

#include <string>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "queries/database.hpp"

namespace sfumato::jobs {

struct QuerySchemaRequest {
  std::string database;

  static JobInfo info();
  static void params(ParamList<QuerySchemaRequest>& list);
};

struct QuerySchemaResult {
  queries::DatabaseTerms terms;
  queries::Catalogue catalogue;
};
QuerySchemaResult query_schema(const QuerySchemaRequest& request, const Run& run);

}  // namespace sfumato::jobs
