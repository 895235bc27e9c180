// One question to a database, charged before any data are read.
#pragma once

#include <string>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "queries/answer.hpp"

namespace sfumato::jobs {

struct QueryAskRequest {
  std::string database, question;
  double epsilon = 0.1;
  std::string user = "local";
  std::string key;
  bool laplace_extrema = false;

  static JobInfo info();
  static void params(ParamList<QueryAskRequest>& list);
};

struct QueryAskResult {
  queries::Answer answer;
  queries::Protection protection = queries::Protection::dp;
};
// Noise is keyed by the operating system, never by the seed of the run.
QueryAskResult query_ask(const QueryAskRequest& request, const Run& run);

}  // namespace sfumato::jobs
