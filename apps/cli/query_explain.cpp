// `sfumato query explain`: what a question would cost and how good its answer would be, without any data.
#include <cmath>
#include <memory>

#include "cli/query_commands.hpp"
#include "cli/run_options.hpp"
#include "core/number_text.hpp"
#include "report/report.hpp"

namespace sfumato::cli {
namespace {

using queries::Neighbours;
using queries::PartKind;

struct Explain {
  std::optional<std::string> database, question, epsilon;
  bool laplace = false;
  RunOptions run_options;

  int operator()(Console& console) const;
};

const char* part_name(PartKind kind) {
  switch (kind) {
    case PartKind::count:
      return "count";
    case PartKind::sum:
      return "sum";
    case PartKind::squares:
      return "sum of squares";
    case PartKind::distinct:
      return "distinct values";
    case PartKind::quantile:
      return "quantile";
  }
  return "";
}

const char* neighbours_text(Neighbours neighbours) {
  return neighbours == Neighbours::replace ? "one unit replaced, their number public"
                                           : "one unit there or not";
}

report::Report explanation_report(const queries::Explanation& made) {
  report::Report report;
  Value parts = Value::array();
  report::TableBlock block{{{"part"}, {"ε", report::Align::right}, {"sensitivity", report::Align::right}},
                           {}};
  for (const queries::PlanPart& part : made.plan.parts) {
    Value one = Value::object();
    parts.push(one.set("part", part_name(part.kind))
                   .set("epsilon", part.micro_epsilon)
                   .set("sensitivity", part.sensitivity));
    block.rows.push_back(
        {part_name(part.kind), epsilon_text(part.micro_epsilon), rounded(part.sensitivity, 6)});
  }
  const bool noisy = made.protection == queries::Protection::dp;
  const bool known = noisy && std::isfinite(made.plan.expected_error);
  report.document.set("query", made.query)
      .set("cost", made.plan.micro_epsilon)
      .set("neighbours", made.plan.neighbours == Neighbours::replace ? "replace" : "add-remove")
      .set("groups", made.groups)
      .set("parts", std::move(parts))
      .set("expected_error", known ? Value(made.plan.expected_error) : Value())
      .set("notes", Value::array_of(made.plan.notes));
  report::KeyValues facts{{{"query", made.query}}};
  if (noisy) {
    facts.entries.emplace_back("costs at most", "ε = " + epsilon_text(made.plan.micro_epsilon));
    facts.entries.emplace_back("neighbours", neighbours_text(made.plan.neighbours));
    facts.entries.emplace_back("expected error",
                               known ? rounded(made.plan.expected_error, 4) : "not known without the data");
  } else {
    facts.entries.emplace_back("answered", "from masked records, at no cost");
  }
  report.blocks.emplace_back(std::move(facts));
  if (!block.rows.empty()) report.blocks.emplace_back(std::move(block));
  for (const std::string& note : made.plan.notes) report.blocks.emplace_back(report::Paragraph{note});
  return report;
}

int Explain::operator()(Console& console) const {
  queries::AskOptions options;
  if (epsilon) options.micro_epsilon = micro_epsilon("--epsilon", *epsilon);
  options.laplace_extrema = laplace;
  const queries::Database base(*database);
  console.show(explanation_report(queries::explain(base, *question, options)), run_options.json);
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
