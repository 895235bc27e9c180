#include "jobs/queries/query_explain.hpp"

#include "queries/database/recorded_terms.hpp"

namespace sfumato::jobs {

JobInfo QueryExplainRequest::info() {
  return {.name = "query-explain",
          .title = "Explain a question",
          .summary = "Shows the cost and expected error of a question; reads no data."};
}

void QueryExplainRequest::params(ParamList<QueryExplainRequest>& list) {
  list.text("database", &QueryExplainRequest::database).required().doc("The database's folder.");
  list.text("question", &QueryExplainRequest::question).required().doc("The question.");
  list.number("epsilon", &QueryExplainRequest::epsilon)
      .range(0.000001, 1000)
      .unit("ε")
      .doc("Maximum cost of the answer, with up to six decimals; several aggregates cost it each.");
  list.flag("laplace-extrema", &QueryExplainRequest::laplace_extrema)
      .doc("MIN, MAX and quantiles by noise scaled to the domain's width, for comparison.");
}

queries::Explanation query_explain(const QueryExplainRequest& request, const Run& run) {
  run.check_stop();
  queries::AskOptions options;
  options.micro_epsilon = queries::micro_epsilon(request.epsilon, "epsilon");
  options.laplace_extrema = request.laplace_extrema;
  const queries::Database base(request.database);
  queries::require_same_terms(base);
  return queries::explain(base, request.question, options);
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_explain_job, QueryExplainRequest)
