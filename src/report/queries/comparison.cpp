#include "report/queries/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/version.hpp"
#include "report/comparison_words.hpp"
#include "report/html.hpp"
#include "report/provenance.hpp"
#include "report/queries/comparison_map.hpp"
#include "report/row_table.hpp"

namespace sfumato::report {
namespace {

using queries::ComparedQueries;
using queries::QueryRank;
using queries::QuestionOutcome;

Value number_or_null(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? Value(*number) : Value();
}

std::string percent(double share) {
  return std::isfinite(share) ? rounded(100 * share, shown_digits) + " %" : "∞";
}

std::string percent_or_dash(const std::optional<double>& share) { return share ? percent(*share) : "–"; }

std::optional<double> middle(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

std::optional<double> epsilon(const ComparedQueries& one) {
  if (!one.micro_epsilon) return std::nullopt;
  return static_cast<double>(*one.micro_epsilon) / 1e6;
}

const char* rank_name(QueryRank rank) {
  switch (rank) {
    case QueryRank::error:
      return "error";
    case QueryRank::answered:
      return "answered";
    case QueryRank::useful:
      break;
  }
  return "useful";
}

Value question_value(const std::string& question, const QuestionOutcome& outcome) {
  Value result = Value::object();
  return result.set("question", question)
      .set("refused", outcome.refused)
      .set("reason", outcome.refused ? Value(outcome.reason) : Value())
      .set("error", number_or_null(middle(outcome.errors)))
      .set("width", number_or_null(middle(outcome.widths)));
}

Value method_value(const QueryComparison& comparison, const ComparedQueries& one) {
  const bool made = one.failure.empty();
  const auto of_made = [&](Value value) { return made ? std::move(value) : Value(); };
  Value questions = Value::array();
  for (std::size_t i = 0; i < one.questions.size(); ++i) {
    questions.push(question_value(comparison.questions[i], one.questions[i]));
  }
  Value result = Value::object();
  return result.set("method", one.method)
      .set("parameters", one.parameters)
      .set("failure", made ? Value() : Value(one.failure))
      .set("rank", one.rank ? Value(*one.rank) : Value())
      .set("answered", of_made(one.answered))
      .set("useful", of_made(one.useful))
      .set("median_error", number_or_null(one.median_error))
      .set("expected_error", number_or_null(one.median_expected))
      .set("interval_width", number_or_null(one.median_width))
      .set("epsilon", number_or_null(epsilon(one)))
      .set("smallest_set", one.smallest_set ? Value(*one.smallest_set) : Value())
      .set("narrowest_interval", number_or_null(one.narrowest))
      .set("guessed", of_made(one.guessed))
      .set("questions", std::move(questions));
}

TableBlock ranking_block(const QueryComparison& comparison) {
  TableBlock block{{{"protection"},
                    {"rank", Align::right},
                    {"answered", Align::right},
                    {"useful", Align::right},
                    {"error", Align::right},
                    {"expected", Align::right},
                    {"interval", Align::right},
                    {"guessed", Align::right},
                    {"remaining risk"}},
                   {}};
  std::vector<std::optional<std::size_t>> ranks;
  for (const ComparedQueries& one : comparison.protections) ranks.push_back(one.rank);
  for (const ComparedQueries& one : comparison.protections) {
    if (!one.failure.empty()) continue;
    std::string bound = "no protection";
    if (one.micro_epsilon) bound = "ε = " + rounded(*epsilon(one), shown_digits) + " spent";
    if (one.smallest_set) {
      bound = "sums of " + counted(static_cast<std::size_t>(*one.smallest_set), "record", "records") +
              " derivable";
    }
    if (one.narrowest) bound = "no value within less than " + percent(*one.narrowest) + " of its domain";
    if (one.method == "input") bound = "the masking of the records";
    block.rows.push_back({one.method, rank_text(one.rank, ranks),
                          std::to_string(one.answered) + " of " + std::to_string(one.questions.size()),
                          percent(one.useful), percent_or_dash(one.median_error),
                          percent_or_dash(one.median_expected), percent_or_dash(one.median_width),
                          percent(one.guessed), bound});
  }
  return block;
}

std::string explanation(const QueryComparison& comparison) {
  return "Useful: figures with an error of at most " + percent(comparison.close) +
         ", as a share of all figures asked for; a refused question gives none. Error and interval are "
         "medians over the answers, relative to the true figure or to a thousandth of the figure of the "
         "whole table. Expected: the error expected without data. Guessed: values that an attacker who knows "
         "the public columns guesses within " +
         percent(comparison.guess) +
         " from all sums and averages together; the row 'none' shows this for exact answers.";
}

TableBlock failures_block(const QueryComparison& comparison) {
  TableBlock block{{{"not compared"}, {"reason"}}, {}};
  for (const ComparedQueries& one : comparison.protections) {
    if (!one.failure.empty()) block.rows.push_back({one.method, one.failure});
  }
  return block;
}

std::vector<std::string> verdict(const QueryComparison& comparison) {
  const ComparedQueries* winner = comparison.winner();
  if (winner == nullptr) return {"No protection answers any of the questions."};
  std::vector<std::string> result{
      winner->method + " is the best protection for these questions: " + std::to_string(winner->answered) +
      " of " + std::to_string(winner->questions.size()) + " are answered, and " + percent(winner->useful) +
      " of all figures are useful."};
  const ComparedQueries& control = comparison.protections.back();
  result.push_back("From its answers an attacker guesses " + percent(winner->guessed) +
                   " of the values; from exact answers it would be " + percent(control.guessed) + ".");
  result.emplace_back(
      "The four protections give different guarantees: read what each does not protect against before you "
      "choose.");
  return result;
}

std::vector<Block> ranking_blocks(const QueryComparison& comparison) {
  std::vector<Block> blocks;
  blocks.emplace_back(ranking_block(comparison));
  blocks.emplace_back(Paragraph{explanation(comparison)});
  TableBlock failures = failures_block(comparison);
  if (!failures.rows.empty()) blocks.emplace_back(std::move(failures));
  return blocks;
}

// The median error of each question under each protection, or "refused".
TableBlock questions_block(const QueryComparison& comparison) {
  TableBlock block{{{"question"}}, {}};
  for (const ComparedQueries& one : comparison.protections) {
    if (one.failure.empty() && one.method != "none") block.columns.push_back({one.method, Align::right});
  }
  for (std::size_t i = 0; i < comparison.questions.size(); ++i) {
    std::vector<std::string> row{comparison.questions[i]};
    for (const ComparedQueries& one : comparison.protections) {
      if (!one.failure.empty() || one.method == "none") continue;
      const QuestionOutcome& outcome = one.questions[i];
      row.push_back(outcome.refused ? "refused" : percent_or_dash(middle(outcome.errors)));
    }
    block.rows.push_back(std::move(row));
  }
  return block;
}

TableBlock refusals_block(const QueryComparison& comparison) {
  TableBlock block{{{"protection"}, {"question"}, {"reason for the refusal"}}, {}};
  for (const ComparedQueries& one : comparison.protections) {
    for (std::size_t i = 0; i < one.questions.size(); ++i) {
      if (one.questions[i].refused) {
        block.rows.push_back({one.method, comparison.questions[i], one.questions[i].reason});
      }
    }
  }
  return block;
}

void add_making(const QueryComparison& comparison, Report& report) {
  report.blocks.emplace_back(Heading{"How this was made"});
  report.blocks.emplace_back(
      Paragraph{"The attacker has all answers and knows the public columns of everyone in the data."});
  TableBlock parameters{{{"protection"}, {"parameters"}}, {}};
  for (const ComparedQueries& one : comparison.protections) {
    parameters.rows.push_back({one.method, one.parameters.empty() ? "none" : one.parameters});
  }
  report.blocks.emplace_back(std::move(parameters));
  for (Block& block : provenance_blocks(comparison.provenance)) report.blocks.push_back(std::move(block));
}

}  // namespace

Report query_comparison_report(const QueryComparison& comparison) {
  Report report;
  Value methods = Value::array();
  for (const ComparedQueries& one : comparison.protections) methods.push(method_value(comparison, one));
  const ComparedQueries* winner = comparison.winner();
  report.document.set("questions", comparison.questions.size())
      .set("rank_by", rank_name(comparison.rank_by))
      .set("methods", std::move(methods))
      .set("winner", winner != nullptr ? Value(winner->method) : Value());
  report.warnings = comparison.warnings;
  for (const std::string& sentence : verdict(comparison)) report.blocks.emplace_back(Paragraph{sentence});
  for (Block& block : ranking_blocks(comparison)) report.blocks.push_back(std::move(block));
  return report;
}

Table query_comparison_rows(const QueryComparison& comparison) {
  using Row = const ComparedQueries&;
  RowTable<ComparedQueries> rows(comparison.protections);
  const auto number = [](const std::optional<double>& value) { return value.value_or(empty_cell); };
  const auto of_made = [](Row row, double value) { return row.failure.empty() ? value : empty_cell; };
  rows.texts("method", [](Row row) { return row.method; });
  rows.texts("parameters", [](Row row) { return row.parameters; });
  rows.numbers("rank", [](Row row) { return row.rank ? static_cast<double>(*row.rank) : empty_cell; });
  rows.numbers("questions", [](Row row) { return static_cast<double>(row.questions.size()); });
  rows.numbers("answered", [&](Row row) { return of_made(row, static_cast<double>(row.answered)); });
  rows.numbers("useful", [&](Row row) { return of_made(row, row.useful); });
  rows.numbers("median_error", [&](Row row) { return number(row.median_error); });
  rows.numbers("expected_error", [&](Row row) { return number(row.median_expected); });
  rows.numbers("interval_width", [&](Row row) { return number(row.median_width); });
  rows.numbers("epsilon", [&](Row row) { return number(epsilon(row)); });
  rows.numbers("smallest_set", [](Row row) {
    return row.smallest_set ? static_cast<double>(*row.smallest_set) : empty_cell;
  });
  rows.numbers("narrowest_interval", [&](Row row) { return number(row.narrowest); });
  rows.numbers("guessed", [&](Row row) { return of_made(row, row.guessed); });
  rows.texts("failure", [](Row row) { return spelled(row.failure, ParameterSpelling::plain); });
  return rows.table();
}

std::string query_comparison_page(const QueryComparison& comparison) {
  Report report;
  report.warnings = {
      "This page shows the errors of answers, and so reveals true values: it is confidential, as are the "
      "files "
      "beside it."};
  report.warnings.insert(report.warnings.end(), comparison.warnings.begin(), comparison.warnings.end());
  report.blocks.emplace_back(Heading{"How to answer " + comparison.source, 1});
  report.blocks.emplace_back(Heading{"In short"});
  for (const std::string& sentence : verdict(comparison)) report.blocks.emplace_back(Paragraph{sentence});
  report.blocks.emplace_back(Heading{"What was asked"});
  report.blocks.emplace_back(KeyValues{comparison.asked});
  report.blocks.emplace_back(Heading{"Ranking"});
  for (Block& block : ranking_blocks(comparison)) report.blocks.push_back(std::move(block));
  report.blocks.emplace_back(Heading{"Risk-utility map"});
  report.blocks.emplace_back(query_map_figure(comparison));
  report.blocks.emplace_back(Heading{"Question by question"});
  report.blocks.emplace_back(Paragraph{"The median error of each question's figures."});
  report.blocks.emplace_back(questions_block(comparison));
  TableBlock refusals = refusals_block(comparison);
  if (!refusals.rows.empty()) report.blocks.emplace_back(std::move(refusals));
  add_making(comparison, report);
  report.blocks.emplace_back(Heading{"Decision"});
  report.blocks.emplace_back(Paragraph{"I have read this report and its warnings."});
  report.blocks.emplace_back(SignatureBlock{
      {"Decision (which protection, with which parameters)", "Name and function", "Date and signature"}});
  return html_document(report, {.title = "",
                                .subtitle = counted(comparison.questions.size(), "question", "questions") +
                                            (comparison.made_on.empty() ? "" : ", on " + comparison.made_on) +
                                            ", by sfumato " + std::string(program_version()) +
                                            ". Confidential: do not publish."});
}

}  // namespace sfumato::report
