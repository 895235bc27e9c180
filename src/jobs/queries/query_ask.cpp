#include "jobs/queries/query_ask.hpp"

#include "queries/kept_head.hpp"

namespace sfumato::jobs {

JobInfo QueryAskRequest::info() {
  return {.name = "query-ask",
          .title = "Ask a question",
          .summary = "Answers a question, charged to the budget before any data are read."};
}

void QueryAskRequest::params(ParamList<QueryAskRequest>& list) {
  list.text("database", &QueryAskRequest::database).required().doc("The database's folder.");
  list.text("question", &QueryAskRequest::question).required().doc("The question.");
  list.number("epsilon", &QueryAskRequest::epsilon)
      .range(0.000001, 1000)
      .unit("ε")
      .doc("Maximum cost of the answer, with up to six decimals; several aggregates cost it each.");
  list.text("user", &QueryAskRequest::user).doc("The user who asks, for quotas and the log.");
  list.text("key", &QueryAskRequest::key)
      .doc("The file with the key of a camouflaged database; DB.key unless given.");
  list.text("kept", &QueryAskRequest::kept)
      .doc(
          "A head of the log that was shown earlier, or a file with one, which is updated: a log that was "
          "rolled back or replaced since then is refused.");
  list.flag("laplace-extrema", &QueryAskRequest::laplace_extrema)
      .doc("MIN, MAX and quantiles by noise scaled to the domain's width, for comparison.");
}

QueryAskRequest query_ask_request(const ParamValues& given) {
  auto request = make_request<QueryAskRequest>(given);
  for (const auto& [name, value] : given) {
    if (name == "kept" && request.kept.empty()) queries::read_kept_head("");
  }
  return request;
}

QueryAskResult query_ask(const QueryAskRequest& request, const Run& run) {
  queries::AskOptions options;
  options.user = request.user;
  options.micro_epsilon = queries::micro_epsilon(request.epsilon, "epsilon");
  options.laplace_extrema = request.laplace_extrema;
  options.administrator = true;  // the folder can be read here
  const queries::Database base(request.database);
  queries::QuerySession session(base, request.key,
                                request.kept.empty() ? std::nullopt : std::optional(request.kept));
  SecureRng rng;
  return {session.ask(request.question, options, rng, run), base.terms().protection, session.notes()};
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_ask_job, QueryAskRequest)
