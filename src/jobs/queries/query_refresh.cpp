#include "jobs/queries/query_refresh.hpp"

#include "queries/ledger.hpp"

namespace sfumato::jobs {

JobInfo QueryRefreshRequest::info() {
  return {.name = "query-refresh",
          .title = "Replace the data",
          .summary = "Replaces the records of a database; the log and the budget go on.",
          .inputs = {{.name = "records",
                      .doc = "The new records of each table of the catalogue, in its order.",
                      .several = true}}};
}

void QueryRefreshRequest::params(ParamList<QueryRefreshRequest>& list) {
  list.text("database", &QueryRefreshRequest::database).required().doc("The database's folder.");
  list.text("key", &QueryRefreshRequest::key)
      .doc("The file with the key of a camouflaged database; DB.key unless given.");
  list.text("accept-intersection", &QueryRefreshRequest::accept_intersection)
      .doc(
          "Why records that are in both versions may be camouflaged or masked a second time; recorded in the "
          "ledger. What analysts know from both versions can be intersected.");
}

QueryRefreshResult query_refresh(const QueryRefreshRequest& request, const Run& run) {
  queries::CreatedDatabase made = queries::refresh_database(request.database, request.records, run,
                                                            request.key, request.accept_intersection);
  QueryRefreshResult result{
      request.database, std::move(made.counts), std::move(made.promises), std::move(made.warnings), 0, {}};
  const queries::Ledger ledger(queries::Database(request.database).ledger_path());
  result.version = ledger.version();
  result.head = queries::head_text(ledger.head());
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_refresh_job, QueryRefreshRequest)
