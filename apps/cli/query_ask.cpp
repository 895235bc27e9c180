// `sfumato query ask`: one question, charged before any data are read.
#include <cmath>
#include <memory>

#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "report/report.hpp"

namespace sfumato::cli {
namespace {

using queries::Answer;
using queries::GroupAnswer;

struct Ask {
  std::optional<std::string> database, question, user, epsilon;
  bool laplace = false;
  RunOptions run_options;

  int operator()(Console& console) const;
};

Value number_or_null(double number) { return std::isfinite(number) ? Value(number) : Value(); }

Value interval_value(const Answer& answer, const GroupAnswer& group) {
  if (!answer.intervals) return {};
  Value interval = Value::array();
  interval.push(number_or_null(group.lower95));
  interval.push(number_or_null(group.upper95));
  return interval;
}

Value answer_value(const Answer& answer) {
  if (answer.refused) return {};
  if (!answer.grouped) return number_or_null(answer.groups.front().value);
  Value list = Value::array();
  for (const GroupAnswer& group : answer.groups) {
    Value one = Value::object();
    for (std::size_t i = 0; i < answer.names.size(); ++i) one.set(answer.names[i], group.group[i]);
    list.push(one.set("value", number_or_null(group.value)).set("interval95", interval_value(answer, group)));
  }
  return list;
}

std::string shown(double number) { return std::isfinite(number) ? rounded(number, 6) : "none"; }

report::Block answer_block(const Answer& answer) {
  const auto interval = [&](const GroupAnswer& group) {
    return answer.intervals ? shown(group.lower95) + " to " + shown(group.upper95) : std::string();
  };
  if (!answer.grouped) {
    report::KeyValues facts{{{"answer", shown(answer.groups.front().value)}}};
    if (answer.intervals) facts.entries.emplace_back("with 95 %", interval(answer.groups.front()));
    return facts;
  }
  report::TableBlock block;
  for (const std::string& name : answer.names) block.columns.push_back({name});
  block.columns.push_back({"answer", report::Align::right});
  if (answer.intervals) block.columns.push_back({"with 95 %", report::Align::right});
  for (const GroupAnswer& group : answer.groups) {
    std::vector<std::string> row = group.group;
    row.push_back(shown(group.value));
    if (answer.intervals) row.push_back(interval(group));
    block.rows.push_back(std::move(row));
  }
  return block;
}

report::Report answer_report(const Answer& answer) {
  report::Report report;
  report.document.set("answer", answer_value(answer))
      .set("charged", answer.charged)
      .set("left", answer.left)
      .set("interval95",
           answer.refused || answer.grouped ? Value() : interval_value(answer, answer.groups.front()))
      .set("refused", answer.refused)
      .set("reason", answer.refused ? Value(answer.reason) : Value())
      .set("repeated", answer.repeated);
  if (answer.refused) {
    report.blocks.emplace_back(
        report::Paragraph{"Refused: " + answer.reason +
                          ". Nothing was charged, and ε = " + epsilon_text(answer.left) + " is left."});
    return report;
  }
  report.blocks.emplace_back(answer_block(answer));
  if (answer.repeated) {
    report.blocks.emplace_back(
        report::Paragraph{"The same question was asked before; its answer costs nothing more."});
  } else if (answer.intervals) {
    report.blocks.emplace_back(report::Paragraph{"Charged with ε = " + epsilon_text(answer.charged) + "; " +
                                                 epsilon_text(answer.left) + " is left."});
  }
  return report;
}

int Ask::operator()(Console& console) const {
  queries::AskOptions options;
  if (user) options.user = *user;
  if (epsilon) options.micro_epsilon = micro_epsilon("--epsilon", *epsilon);
  options.laplace_extrema = laplace;
  const queries::Database base(*database);
  queries::Ledger ledger(base.ledger_path());
  Work work(run_options, console);
  SecureRng rng;
  const Answer answer = queries::ask(base, ledger, *question, options, rng, work.run());
  work.hide_progress();
  console.show(answer_report(answer), run_options.json);
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
                   {"--laplace-extrema", "",
                    "MIN, MAX and quantiles by noise of the domain's width, to compare.",
                    Flag{&options->laplace}}}},
                 options->run_options.group()},
      .examples =
          {"sfumato query ask clinic \"SELECT AVG(age) FROM patients WHERE smoker = 'yes'\" --epsilon 0.5"},
      .action = [options](Console& console) { return (*options)(console); }};
}

}  // namespace sfumato::cli
