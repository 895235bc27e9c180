// Sections stand in the order in which they are read: the map, scores, targets, then all results.
#include "report/plan_page.hpp"

#include <algorithm>
#include <iterator>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison_map.hpp"
#include "report/comparison_ranking.hpp"
#include "report/comparison_words.hpp"
#include "report/plan.hpp"
#include "report/plan_map.hpp"
#include "report/provenance.hpp"

namespace sfumato::report {
namespace {

using compare::CellResult;
using compare::Plan;

constexpr std::size_t shown_bars = 30;

struct Ranked {
  std::string label;
  double value = 0.0;
  double standard_error = no_number;
};

// Best first; of equal ones in the plan's order.
std::vector<Ranked> ranked(const compare::PlanResult& result, Better better,
                           const std::function<std::optional<Ranked>(const CellResult&)>& score) {
  std::vector<Ranked> list;
  for (const CellResult& cell : result.cells) {
    if (auto one = score(cell)) list.push_back(std::move(*one));
  }
  std::stable_sort(list.begin(), list.end(), [&](const Ranked& a, const Ranked& b) {
    return better == Better::lower ? a.value < b.value : a.value > b.value;
  });
  return list;
}

void add_ranked(const std::string& name, Better better, const std::vector<Ranked>& list, Report& report) {
  if (list.empty()) return;
  BarChart chart{name, {}};
  std::string words;
  for (std::size_t i = 0; i < std::min(shown_bars, list.size()); ++i) {
    chart.bars.push_back({list[i].label, list[i].value, list[i].standard_error, i == 0});
    words += (i == 0 ? "" : ", ") + list[i].label + " " + rounded(list[i].value, shown_digits);
  }
  std::string caption = better == Better::lower ? "Lower is better." : "Higher is better.";
  if (list.size() > shown_bars) {
    caption += " The best " + std::to_string(shown_bars) + " of " + std::to_string(list.size()) + " cells.";
  }
  report.blocks.push_back(Figure{"Cells by " + name, caption, "From best to worst: " + words + ".", chart});
}

void add_scores(const Plan& plan, const compare::PlanResult& result, Report& report) {
  const std::size_t before = report.blocks.size();
  for (std::size_t m = 0; m < plan.measures.size(); ++m) {
    const MeasureInfo& info = plan.measures[m].measure->info;
    if (info.side != Side::both) continue;
    const Better better = compare::better_of(plan.measures[m]);
    add_ranked(info.name, better,
               ranked(result, better,
                      [&](const CellResult& cell) {
                        const compare::Estimate& found = cell.measures[m];
                        return found.value
                                   ? std::optional(Ranked{cell.label, *found.value, found.standard_error})
                                   : std::nullopt;
                      }),
               report);
  }
  for (std::size_t s = 0; s < plan.scores.size(); ++s) {
    add_ranked(
        plan.scores[s].name, Better::lower,
        ranked(result, Better::lower,
               [&](const CellResult& cell) {
                 return cell.scores[s] ? std::optional(Ranked{cell.label, *cell.scores[s]}) : std::nullopt;
               }),
        report);
  }
  if (report.blocks.size() > before) {
    report.blocks.insert(report.blocks.begin() + static_cast<std::ptrdiff_t>(before), Heading{"Scores"});
  }
}

// `subject` is empty where the plan has one.
void add_target(const jobs::CompareResult& outcome, const std::string& subject, Report& report) {
  for (const jobs::ComparisonPart& part : outcome.parts) {
    report.blocks.push_back(
        Heading{"Methods at " + target_text(outcome, part) + (subject.empty() ? "" : " (" + subject + ")")});
    for (Block& block : ranking_blocks(outcome, part)) report.blocks.push_back(std::move(block));
    for (Figure& figure : calibration_figures(outcome, part)) report.blocks.push_back(std::move(figure));
  }
}

void add_plan_making(const Plan& plan, const jobs::Provenance& provenance, Report& report) {
  report.blocks.push_back(Heading{"How this was made"});
  KeyValues made;
  made.entries.emplace_back("draws of methods that draw", std::to_string(plan.replicates));
  made.entries.emplace_back("seed", plan.seed ? std::to_string(*plan.seed) : "from the operating system");
  report.blocks.push_back(made);
  report.blocks.push_back(measures_made(plan.measures));
  for (Block& block : provenance_blocks(provenance)) report.blocks.push_back(std::move(block));
}

// "18 cells on people.csv (500 records), comparing income and tax."
Paragraph plan_opening(const Plan& plan, const std::vector<compare::Subject>& subjects,
                       const compare::PlanResult& result) {
  std::string text = counted(result.cells.size(), "cell", "cells") + " on ";
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const compare::Subject& subject = subjects[i];
    text += (i == 0 ? "" : "; on ") + (subjects.size() == 1 ? plan.data[i].description : plan.data[i].name) +
            " (" + counted(subject.original.rows(), "record", "records") + "), comparing " +
            enumerated(subject.original.names(subject.columns.columns));
  }
  return {text + "."};
}

}  // namespace

Report plan_page(const Plan& plan, const std::vector<compare::Subject>& subjects,
                 const compare::PlanResult& result, const std::vector<jobs::CompareResult>& targets,
                 const jobs::Provenance& provenance) {
  Report report;
  report.blocks.push_back(Heading{plan.title.empty() ? "Results of a plan" : plan.title, 1});
  report.blocks.push_back(plan_opening(plan, subjects, result));
  const std::size_t before = report.blocks.size();
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    if (auto figure = plan_map(plan, result, i)) report.blocks.push_back(std::move(*figure));
  }
  if (report.blocks.size() > before) {
    report.blocks.insert(report.blocks.begin() + static_cast<std::ptrdiff_t>(before),
                         Heading{"Risk-utility map"});
  }
  add_scores(plan, result, report);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    add_target(targets[i], plan.subject_name(i / plan.targets.size()), report);
  }
  report.blocks.push_back(Heading{"Results"});
  Report tables = plan_results(plan, subjects, result, {}, {});
  tables.blocks.pop_back();  // facts, which stand above
  std::move(tables.blocks.begin(), tables.blocks.end(), std::back_inserter(report.blocks));
  add_plan_making(plan, provenance, report);
  return report;
}

}  // namespace sfumato::report
