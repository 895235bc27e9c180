// `sfumato query explain`: the cost and the expected error of a question, without reading data.
#include <memory>

#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "jobs/queries/query_explain.hpp"
#include "jobs/queries/registry.hpp"
#include "report/queries/answer.hpp"

namespace sfumato::cli {
namespace {

struct Explain {
  std::optional<std::string> database, question;
  ParamOptions params{jobs::query_job("query-explain").params};
  RunOptions run_options;

  int operator()(Console& console) const {
    ParamValues given = params.given();
    given.emplace_back("database", *database);
    given.emplace_back("question", *question);
    const auto request = jobs::make_request<jobs::QueryExplainRequest>(given);
    const JobRun work(run_options, console);
    console.show(report::query_explanation_report(jobs::query_explain(request, work.run())),
                 run_options.json);
    return 0;
  }
};

}  // namespace

Command query_explain_command() {
  const auto options = std::make_shared<Explain>();
  return {.name = "explain",
          .summary = jobs::query_job("query-explain").info.summary,
          .arguments = {{"DB", "The database's folder.", Text{&options->database}},
                        {"QUESTION", "The question, in quotes.", Text{&options->question}}},
          .groups = {options->params.group("The answer", {"epsilon", "laplace-extrema"}),
                     options->run_options.group()},
          .examples =
              {"sfumato query explain clinic \"SELECT SUM(cost) FROM patients GROUP BY ward\" --epsilon 1"},
          .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
