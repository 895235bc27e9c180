// `sfumato query ask`: one question, charged before any data are read.
#include <memory>

#include "cli/param_options.hpp"
#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "jobs/queries/query_ask.hpp"
#include "jobs/queries/registry.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "report/queries/answer.hpp"

namespace sfumato::cli {
namespace {

struct Ask {
  std::optional<std::string> database, question;
  ParamOptions params{jobs::query_job("query-ask").params};
  RunOptions run_options;

  int operator()(Console& console) const {
    ParamValues given = params.given();
    given.emplace_back("database", *database);
    given.emplace_back("question", *question);
    const auto request = jobs::query_ask_request(given);
    JobRun work(run_options, console);
    const jobs::QueryAskResult result = jobs::query_ask(request, work.run());
    work.hide_progress();
    report::Report report = report::query_answer_report(result.answer, result.protection);
    report.warnings.insert(report.warnings.end(), result.notes.begin(), result.notes.end());
    console.show(report, run_options.json);
    return result.answer.refused ? 1 : 0;
  }
};

}  // namespace

Command query_ask_command() {
  const auto options = std::make_shared<Ask>();
  return {
      .name = "ask",
      .summary = jobs::query_job("query-ask").info.summary,
      .description =
          "SELECT " + queries::aggregate_forms_text() +
          " [AS name], … FROM table [WHERE …] [GROUP BY …] [HAVING …]. Several aggregates are one "
          "question, and each costs as much as alone. GROUP BY takes categories, bands of "
          "numbers (age / 10) and YEAR(day), MONTH(day) or WEEK(day) of dates. HAVING selects groups by "
          "their published answers, and costs nothing. The same question gets the same answer "
          "at no further cost. Exit status 1: refused.",
      .arguments = {{"DB", "The database's folder.", Text{&options->database}},
                    {"QUESTION", "The question, in quotes.", Text{&options->question}}},
      .groups = {options->params.group("The answer", {"epsilon", "user", "key", "kept", "laplace-extrema"}),
                 options->run_options.group()},
      .examples =
          {"sfumato query ask clinic \"SELECT AVG(age) FROM patients WHERE smoker = 'yes'\" --epsilon 0.5",
           "sfumato query ask clinic \"SELECT COUNT(*) AS n, SUM(cost) AS total FROM patients\" --epsilon "
           "0.5",
           "sfumato query ask clinic \"SELECT COUNT(*) AS n FROM patients GROUP BY age / 10 HAVING n >= 20\" "
           "--epsilon 0.5"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
