// `sfumato query ask`: one question, charged before any data are read.
#include <memory>

#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "report/query_answer.hpp"

namespace sfumato::cli {
namespace {

struct Ask {
  std::optional<std::string> database, question, user, epsilon, key;
  bool laplace = false;
  RunOptions run_options;

  int operator()(Console& console) const;
};

int Ask::operator()(Console& console) const {
  queries::AskOptions options;
  if (user) options.user = *user;
  if (epsilon) options.micro_epsilon = micro_epsilon("--epsilon", *epsilon);
  options.laplace_extrema = laplace;
  const queries::Database base(*database);
  queries::Desk desk(base, key.value_or(""));
  Work work(run_options, console);
  SecureRng rng;
  const queries::Answer answer = desk.ask(*question, options, rng, work.run());
  work.hide_progress();
  console.show(report::query_answer_report(answer, base.terms().protection), run_options.json);
  return answer.refused ? 1 : 0;
}

}  // namespace

Command query_ask_command() {
  const auto options = std::make_shared<Ask>();
  return {
      .name = "ask",
      .summary = "Answers a question, charged to the budget before any data are read.",
      .description =
          "SELECT COUNT(*), COUNT(c), COUNT(DISTINCT c), SUM, AVG, MIN, MAX, VAR, STDDEV, MEDIAN(c) or "
          "QUANTILE(c, p) FROM table [WHERE …] [GROUP BY …]. The same question gets the same answer at no "
          "further cost. Exit status 1: refused.",
      .arguments = {{"DB", "The database's folder.", Text{&options->database}},
                    {"QUESTION", "The question, in quotes.", Text{&options->question}}},
      .groups = {{"The answer",
                  {{"--epsilon", "E", "What the answer may cost; 0.1 unless given.", Text{&options->epsilon}},
                   {"--user", "NAME", "Who asks, for quotas and the log; 'local' unless given.",
                    Text{&options->user}},
                   {"--key", "FILE", "The key of a camouflaged database; DB.key unless given.",
                    Text{&options->key}},
                   {"--laplace-extrema", "",
                    "MIN, MAX and quantiles by noise of the domain's width, to compare.",
                    Flag{&options->laplace}}}},
                 options->run_options.group()},
      .examples =
          {"sfumato query ask clinic \"SELECT AVG(age) FROM patients WHERE smoker = 'yes'\" --epsilon 0.5"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
