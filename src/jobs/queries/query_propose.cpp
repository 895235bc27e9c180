#include "jobs/queries/query_propose.hpp"

namespace sfumato::jobs {

JobInfo QueryProposeRequest::info() {
  return {.name = "query-propose-catalogue",
          .title = "Propose a catalogue",
          .summary = "Proposes a catalogue from data and their sidecar, for the controller to confirm.",
          .inputs = {{.name = "records", .doc = "The records, with what is declared about their columns."}}};
}

void QueryProposeRequest::params(ParamList<QueryProposeRequest>& list) {
  list.text("table", &QueryProposeRequest::table)
      .doc("The name of the table in questions; from the name of the file unless given.");
}

queries::ProposedCatalogue query_propose(const QueryProposeRequest& request, const Run& run) {
  run.check_stop();
  return queries::propose_catalogue(request.records, request.table);
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_propose_job, QueryProposeRequest)
