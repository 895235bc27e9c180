// One document serves --json and results.json; nothing in it depends on threads, time or place.
#include "report/plan.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "compare/plan_table.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison.hpp"
#include "report/duration.hpp"
#include "report/plan_correlations.hpp"

namespace sfumato::report {
namespace {

constexpr std::size_t shown_cells = 40;
constexpr std::size_t shown_notes = 10;

using compare::CellResult;
using compare::MeasureRequest;
using compare::MethodCost;
using compare::Plan;
using compare::Subject;

Value optional_value(const std::optional<double>& number) { return number ? Value(*number) : Value(); }

Value compared_columns_value(const Subject& subject) {
  return Value::array_of(subject.original.names(subject.columns.columns));
}

// A plan with one subject has it at the top of its document; `subjects` has all of them in any case.
Value facts(const Plan& plan, const std::vector<Subject>& subjects) {
  Value document = Value::object();
  document.set("title", plan.title);
  Value::Array all;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    Value entry = Value::object();
    entry.set("data", plan.data[i].name)
        .set("columns", compared_columns_value(subjects[i]))
        .set("rows", subjects[i].original.rows());
    all.push_back(std::move(entry));
  }
  if (subjects.size() == 1) {
    document.set("data", plan.data.front().description)
        .set("columns", compared_columns_value(subjects.front()))
        .set("rows", subjects.front().original.rows());
  }
  document.set("subjects", std::move(all))
      .set("seed", plan.seed ? Value(static_cast<std::int64_t>(*plan.seed)) : Value())
      .set("replicates", plan.replicates);
  return document;
}

KeyValues fact_lines(const Plan& plan, const std::vector<Subject>& subjects) {
  KeyValues lines;
  if (!plan.title.empty()) lines.entries.emplace_back("plan", plan.title);
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const Subject& subject = subjects[i];
    const std::string columns = enumerated(subject.original.names(subject.columns.columns));
    const std::string records = std::to_string(subject.original.rows());
    if (subjects.size() > 1) {
      lines.entries.emplace_back("data", plan.data[i].name + ", " + records + " records: " + columns);
      continue;
    }
    lines.entries.emplace_back("data", plan.data[i].description);
    lines.entries.emplace_back("columns", columns);
    lines.entries.emplace_back("records", records);
  }
  lines.entries.emplace_back("cells", std::to_string(plan.cells()));
  return lines;
}

Value measures_value(const Plan& plan) {
  Value list = Value::object();
  for (const MeasureRequest& request : plan.measures) {
    Value entry = Value::object();
    entry.set("side", to_text(request.measure->info.side))
        .set("better", to_text(compare::better_of(request)))
        .set("parameters", params_value(request.parameters));
    list.set(request.measure->info.name, std::move(entry));
  }
  return list;
}

Value rank_value(const std::optional<std::size_t>& rank) { return rank ? Value(*rank) : Value(); }

Value cell_value(const Plan& plan, const CellResult& cell) {
  Value measures = Value::object();
  for (std::size_t m = 0; m < cell.measures.size(); ++m) {
    const compare::Estimate& estimate = cell.measures[m];
    Value entry = Value::object();
    entry.set("value", optional_value(estimate.value))
        .set("standard_error", optional_value(compare::standard_error(cell, estimate)))
        .set("note", estimate.note.empty() ? Value() : Value(estimate.note));
    measures.set(plan.measures[m].measure->info.name, std::move(entry));
  }
  Value scores = Value::object();
  for (std::size_t s = 0; s < cell.scores.size(); ++s) {
    scores.set(plan.scores[s].name, optional_value(cell.scores[s]));
  }
  Value result = Value::object();
  result.set("label", cell.label).set("method", cell.method->method->info.name);
  if (plan.several_data_sets()) result.set("data", plan.data[cell.subject].name);
  if (plan.several_column_sets()) {
    result.set("data_columns", Value::array_of(plan.data[cell.subject].columns));
  }
  result.set("parameters", params_value(cell.method->candidate(cell.cell).params));
  if (!cell.method->columns.empty()) result.set("columns", Value::array_of(cell.method->columns));
  result.set("draws", cell.draws).set("measures", std::move(measures)).set("scores", std::move(scores));
  if (plan.ranks.empty()) return result;
  Value ranks = Value::object();
  for (std::size_t r = 0; r < cell.ranks.size(); ++r) ranks.set(plan.ranks[r], rank_value(cell.ranks[r]));
  result.set("ranks", std::move(ranks));
  return result;
}

std::string number_text(const std::optional<double>& number) {
  if (!number) return "–";
  return std::isfinite(*number) ? rounded(*number) : shortest(*number);
}

// The rank by a measure or a score, where there are ranks by it.
void add_rank_text(const Plan& plan, const CellResult& cell, const std::string& name,
                   std::vector<std::string>& line) {
  for (std::size_t r = 0; r < cell.ranks.size(); ++r) {
    if (plan.ranks[r] != name) continue;
    line.push_back(cell.ranks[r] ? std::to_string(*cell.ranks[r]) : "–");
  }
}

std::vector<std::string> cell_line(const Plan& plan, const CellResult& cell) {
  std::vector<std::string> line{cell.label};
  for (std::size_t m = 0; m < cell.measures.size(); ++m) {
    const compare::Estimate& estimate = cell.measures[m];
    line.push_back(number_text(estimate.value));
    if (estimate.standard_error > 0.0) line.back() += " ± " + rounded(estimate.standard_error, 2);
    add_rank_text(plan, cell, plan.measures[m].measure->info.name, line);
  }
  for (std::size_t s = 0; s < cell.scores.size(); ++s) {
    line.push_back(number_text(cell.scores[s]));
    add_rank_text(plan, cell, plan.scores[s].name, line);
  }
  return line;
}

TableBlock cell_table(const Plan& plan, const compare::PlanResult& result) {
  TableBlock table{{{"cell"}}, {}};
  const auto add = [&](const std::string& name) {
    table.columns.push_back({name, Align::right});
    const bool ranked = std::find(plan.ranks.begin(), plan.ranks.end(), name) != plan.ranks.end();
    if (ranked) table.columns.push_back({"rank", Align::right});
  };
  for (const MeasureRequest& request : plan.measures) add(request.measure->info.name);
  for (const compare::PlanScore& score : plan.scores) add(score.name);
  for (std::size_t i = 0; i < std::min(shown_cells, result.cells.size()); ++i) {
    table.rows.push_back(cell_line(plan, result.cells[i]));
  }
  return table;
}

KeyValues note_lines(const Plan& plan, const compare::PlanResult& result) {
  KeyValues notes;
  for (std::size_t i = 0; i < std::min(shown_cells, result.cells.size()); ++i) {
    const std::string note = compare::cell_note(plan, result.cells[i]);
    if (note.empty() || notes.entries.size() > shown_notes) continue;
    if (notes.entries.size() == shown_notes) {
      notes.entries.emplace_back("…", "further notes stand in the files");
    } else {
      notes.entries.emplace_back(result.cells[i].label, note);
    }
  }
  return notes;
}

std::string cost_text(const MethodCost& cost) {
  if (!cost.seconds) return "–";
  return (cost.stopped ? "more than " : "") + duration_text(*cost.seconds);
}

std::string cost_source(const MethodCost& cost) {
  if (!cost.seconds) return "nothing is left to do";
  return cost.from_findings ? "the draws that are known" : "one draw of its first cell, on one thread";
}

Value cost_value(const Plan& plan, const MethodCost& cost) {
  Value entry = Value::object();
  entry.set("method", cost.method->method->info.name);
  if (plan.data.size() > 1) entry.set("subject", plan.subject_name(cost.subject));
  entry.set("cells", cost.method->cells())
      .set("draws", cost.draws)
      .set("known", cost.kept)
      .set("seconds_per_draw", optional_value(cost.seconds))
      .set("at_least", cost.stopped)
      .set("estimated_from", cost_source(cost));
  return entry;
}

TableBlock cost_table(const Plan& plan, const std::vector<MethodCost>& costs) {
  TableBlock table{{{"method"},
                    {"cells", Align::right},
                    {"draws", Align::right},
                    {"known", Align::right},
                    {"one draw", Align::right},
                    {"estimated from"}},
                   {}};
  for (const MethodCost& cost : costs) {
    const std::string subject = plan.subject_name(cost.subject);
    const std::string& method = cost.method->method->info.name;
    table.rows.push_back({subject.empty() ? method : method + " (" + subject + ")",
                          std::to_string(cost.method->cells()), std::to_string(cost.draws),
                          std::to_string(cost.kept), cost_text(cost), cost_source(cost)});
  }
  return table;
}

void add_comparisons(const Plan& plan, const std::vector<jobs::CompareResult>& targets, Report& report) {
  Value::Array comparisons;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::string subject = plan.subject_name(i / plan.targets.size());
    if (!subject.empty()) report.blocks.push_back(Paragraph{"On " + subject + ":"});
    Report one = comparison_report(targets[i]);
    comparisons.push_back(std::move(one.document));
    std::move(one.blocks.begin(), one.blocks.end(), std::back_inserter(report.blocks));
  }
  report.document.set("comparisons", std::move(comparisons));
}

}  // namespace

Report plan_results(const Plan& plan, const std::vector<Subject>& subjects, const compare::PlanResult& result,
                    const std::vector<jobs::CompareResult>& targets, const std::vector<std::string>& files) {
  Report report;
  report.document = facts(plan, subjects);
  Value scores = Value::object();
  for (const compare::PlanScore& score : plan.scores) scores.set(score.name, score.expression.text());
  Value map = Value::object();
  map.set("risk", plan.map.risk.empty() ? Value() : Value(plan.map.risk))
      .set("utility", plan.map.utility.empty() ? Value() : Value(plan.map.utility));
  Value::Array cells;
  for (const CellResult& cell : result.cells) cells.push_back(cell_value(plan, cell));
  report.document.set("measures", measures_value(plan))
      .set("scores", std::move(scores))
      .set("map", std::move(map))
      .set("cells", std::move(cells));
  if (!plan.correlations.empty()) report.document.set("correlations", correlations_value(plan, result));
  KeyValues lines = fact_lines(plan, subjects);
  const std::string kept =
      result.kept == 0 ? "" : ", " + std::to_string(result.kept) + " of them known from before";
  lines.entries.emplace_back("draws", std::to_string(result.draws) + kept);
  lines.entries.emplace_back("written to", enumerated(files));
  report.blocks.push_back(cell_table(plan, result));
  if (result.cells.size() > shown_cells) {
    report.blocks.push_back(Paragraph{"The other " + std::to_string(result.cells.size() - shown_cells) +
                                      " cells stand in the files."});
  }
  if (KeyValues notes = note_lines(plan, result); !notes.entries.empty()) {
    report.blocks.push_back(std::move(notes));
  }
  if (!result.correlations.empty()) {
    report.blocks.push_back(Heading{"Correlations over the cells"});
    report.blocks.push_back(correlation_table(plan, result));
  }
  add_comparisons(plan, targets, report);
  report.blocks.push_back(std::move(lines));
  return report;
}

Report plan_costs(const Plan& plan, const std::vector<Subject>& subjects,
                  const std::vector<MethodCost>& costs, int threads) {
  Value::Array methods;
  double seconds = 0.0;
  std::size_t draws = 0, kept = 0;
  bool more = false;
  for (const MethodCost& cost : costs) {
    methods.push_back(cost_value(plan, cost));
    seconds += cost.seconds_left() / threads;
    draws += cost.draws;
    kept += cost.kept;
    more = more || cost.stopped;
  }
  Report report;
  report.document = facts(plan, subjects);
  report.document.set("cells", plan.cells())
      .set("draws", draws)
      .set("known", kept)
      .set("methods", std::move(methods))
      .set("threads", threads)
      .set("seconds", seconds)
      .set("at_least", more);
  KeyValues lines = fact_lines(plan, subjects);
  lines.entries.emplace_back("draws", std::to_string(draws) + ", " + std::to_string(kept) + " of them known");
  lines.entries.emplace_back("time", kept == draws
                                         ? "none: everything is known"
                                         : std::string(more ? "more than " : "about ") +
                                               duration_text(seconds) + " with " + std::to_string(threads) +
                                               (threads == 1 ? " thread" : " threads"));
  report.blocks.push_back(cost_table(plan, costs));
  report.blocks.push_back(std::move(lines));
  return report;
}

}  // namespace sfumato::report
