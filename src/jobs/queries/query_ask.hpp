// One question to a database, charged before any data are read.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "queries/answer.hpp"

namespace sfumato::jobs {

struct QueryAskRequest {
  std::string database, question;
  double epsilon = 0.1;
  std::string user = "local";
  std::string key;
  std::string kept;  // a head that the log must contain, or a file with one; empty: none
  bool laplace_extrema = false;

  static JobInfo info();
  static void params(ParamList<QueryAskRequest>& list);
};

// An empty `kept` that was given is an error.
QueryAskRequest query_ask_request(const ParamValues& given);

struct QueryAskResult {
  queries::Answer answer;
  queries::Protection protection = queries::Protection::dp;
  std::vector<std::string> notes;  // about the database
};
// Noise is keyed by the operating system, never by the seed of the run.
QueryAskResult query_ask(const QueryAskRequest& request, const Run& run);

}  // namespace sfumato::jobs
