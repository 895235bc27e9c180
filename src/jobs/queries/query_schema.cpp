#include "jobs/queries/query_schema.hpp"

#include "queries/database/recorded_terms.hpp"

namespace sfumato::jobs {

JobInfo QuerySchemaRequest::info() {
  return {.name = "query-schema",
          .title = "Show the schema",
          .summary = "Shows what an analyst may know: columns, declared domains, functions and limits."};
}

void QuerySchemaRequest::params(ParamList<QuerySchemaRequest>& list) {
  list.text("database", &QuerySchemaRequest::database).required().doc("The database's folder.");
}

QuerySchemaResult query_schema(const QuerySchemaRequest& request, const Run& run) {
  run.check_stop();
  const queries::Database base(request.database);
  queries::require_same_terms(base);
  return {base.terms(), base.catalogue()};
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_schema_job, QuerySchemaRequest)
