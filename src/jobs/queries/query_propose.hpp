// A catalogue proposed from data, to be confirmed by the controller of the data before a database is created.
#pragma once

#include <string>

#include "core/run.hpp"
#include "core/table.hpp"
#include "jobs/job.hpp"
#include "queries/proposal.hpp"

namespace sfumato::jobs {

struct QueryProposeRequest {
  std::string table = "data";  // its name in questions
  Table records = {};

  static JobInfo info();
  static void params(ParamList<QueryProposeRequest>& list);
};

queries::ProposedCatalogue query_propose(const QueryProposeRequest& request, const Run& run);

}  // namespace sfumato::jobs
