// The cost and the expected error of a question, without reading data.
#pragma once

#include <string>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "queries/answer.hpp"

namespace sfumato::jobs {

struct QueryExplainRequest {
  std::string database, question;
  double epsilon = 0.1;
  bool laplace_extrema = false;

  static JobInfo info();
  static void params(ParamList<QueryExplainRequest>& list);
};

queries::Explanation query_explain(const QueryExplainRequest& request, const Run& run);

}  // namespace sfumato::jobs
