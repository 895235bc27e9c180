// `sfumato query explain`: what a question would cost and how good its answer would be, without any data.
#include <memory>

#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "report/query_answer.hpp"

namespace sfumato::cli {
namespace {

struct Explain {
  std::optional<std::string> database, question, epsilon;
  bool laplace = false;
  RunOptions run_options;

  int operator()(Console& console) const;
};

int Explain::operator()(Console& console) const {
  queries::AskOptions options;
  if (epsilon) options.micro_epsilon = micro_epsilon("--epsilon", *epsilon);
  options.laplace_extrema = laplace;
  const queries::Database base(*database);
  console.show(report::query_explanation_report(queries::explain(base, *question, options)),
               run_options.json);
  return 0;
}

}  // namespace

Command query_explain_command() {
  const auto options = std::make_shared<Explain>();
  return {
      .name = "explain",
      .summary = "Says what a question costs and how good the answer will be; touches no data.",
      .arguments = {{"DB", "The database's folder.", Text{&options->database}},
                    {"QUESTION", "The question, in quotes.", Text{&options->question}}},
      .groups = {{"The answer",
                  {{"--epsilon", "E", "What the answer may cost; 0.1 unless given.", Text{&options->epsilon}},
                   {"--laplace-extrema", "",
                    "MIN, MAX and quantiles by noise of the domain's width, to compare.",
                    Flag{&options->laplace}}}},
                 options->run_options.group()},
      .examples =
          {"sfumato query explain clinic \"SELECT SUM(cost) FROM patients GROUP BY ward\" --epsilon 1"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
