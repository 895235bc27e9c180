// Equal ranks carry "=", as in sports: two that share the second place are both "2=".
#include "report/comparison_ranking.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

using Ranks = std::vector<std::optional<std::size_t>>;

Ranks ranks_by(const compare::Comparison& comparison, std::size_t m) {
  Ranks ranks;
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (attempt.reached) ranks.push_back(m < attempt.ranks.size() ? attempt.ranks[m] : std::nullopt);
  }
  return ranks;
}

// " (4 to 6)", after the parameters; with its name where there are several.
std::string interval_text(const compare::Attempt& attempt) {
  const auto& interval = attempt.calibration.interval;
  if (!interval || !attempt.contender->dial) return "";
  const std::string from = rounded(interval->first, shown_digits),
                    to = rounded(interval->second, shown_digits);
  if (from == to) return "";
  const bool several =
      parameters_text(*attempt.contender->method, attempt.params).find(',') != std::string::npos;
  const std::string name = several ? attempt.contender->dial->parameter + " " : "";
  return " (" + name + from + " to " + to + ")";
}

// What the public may see of a measure: its rank always, its value if it measures utility.
bool value_shown(const MeasureInfo& info, bool all) { return all || info.side == Side::utility; }

// "0.104 ± 0.002 (1=)": the value, and the rank where several measures rank.
std::string measure_cell(const jobs::CompareResult& outcome, const compare::Comparison& comparison,
                         const compare::Attempt& attempt, std::size_t m, bool all) {
  const std::string rank =
      rank_text(m < attempt.ranks.size() ? attempt.ranks[m] : std::nullopt, ranks_by(comparison, m));
  if (!value_shown(measure_info(outcome, comparison.rank_by[m]), all)) return rank;
  const std::string value = m < attempt.measures.size() ? estimate_text(attempt.measures[m]) : "–";
  return comparison.rank_by.size() > 1 ? value + " (" + rank + ")" : value;
}

TableBlock ranking_table(const jobs::CompareResult& outcome, const compare::Comparison& comparison,
                         bool all) {
  TableBlock table{{{"place", Align::right}, {"method"}}, {}};
  if (all) table.columns.push_back({"parameters"});
  const std::vector<std::size_t> goals = all ? goal_measures(comparison) : std::vector<std::size_t>();
  for (const std::size_t goal : goals) table.columns.push_back({measure_text(outcome, goal), Align::right});
  const bool several = comparison.rank_by.size() > 1;
  for (const std::size_t measure : comparison.rank_by) {
    table.columns.push_back({measure_text(outcome, measure) + (several ? " (rank)" : ""), Align::right});
  }
  const Ranks overall = overall_ranks(comparison);
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (!attempt.reached) continue;
    const Method& method = *attempt.contender->method;
    std::vector<std::string> row{rank_text(attempt.overall, overall), attempt.contender->name()};
    if (all) row.push_back(parameters_text(method, attempt.params) + interval_text(attempt));
    for (std::size_t g = 0; g < goals.size(); ++g) {
      const compare::Estimate* found = goal_estimate(comparison, attempt, g);
      row.push_back(found != nullptr ? estimate_text(*found) + safer_text(attempt) : "–");
    }
    for (std::size_t m = 0; m < comparison.rank_by.size(); ++m) {
      row.push_back(measure_cell(outcome, comparison, attempt, m, all));
    }
    table.rows.push_back(row);
  }
  return table;
}

TableBlock not_reached(const compare::Comparison& comparison) {
  TableBlock table{{{"method"}, {"parameters"}, {"why not"}}, {}};
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (attempt.reached) continue;
    const Method& method = *attempt.contender->method;
    table.rows.push_back(
        {attempt.contender->name(), parameters_text(method, attempt.params), attempt.reason});
  }
  return table;
}

// "mdav: on the 194 released records …", each once.
std::vector<std::string> other_risk_notes(const jobs::CompareResult& outcome,
                                          const compare::Comparison& comparison) {
  std::vector<std::string> notes;
  for (const compare::Attempt& attempt : comparison.attempts) {
    for (std::size_t r = 0; attempt.reached && r < attempt.risks.size(); ++r) {
      const std::string& note = attempt.risks[r].note;
      if (note.empty()) continue;
      notes.push_back(attempt.contender->name() + ", " + measure_text(outcome, comparison.other_risks[r]) +
                      ": " + note + ".");
    }
  }
  return notes;
}

Figure bars(const jobs::CompareResult& outcome, const compare::Comparison& comparison, std::size_t m) {
  const std::size_t measure = comparison.rank_by[m];
  const MeasureInfo& info = measure_info(outcome, measure);
  const std::string name = measure_text(outcome, measure);
  const bool once = contestants(comparison) == "methods";
  BarChart chart{name + " (" + direction_text(info) + ")", {}};
  std::string values;
  for (std::size_t i = 0; i < comparison.attempts.size(); ++i) {
    const compare::Attempt& attempt = comparison.attempts[i];
    if (!attempt.reached || m >= attempt.measures.size() || !attempt.measures[m].value) continue;
    const compare::Estimate& estimate = attempt.measures[m];
    chart.bars.push_back({once ? attempt.contender->name() : method_text(attempt), *estimate.value,
                          estimate.standard_error > 0.0 ? estimate.standard_error : no_number,
                          comparison.winner == i});
    values += (values.empty() ? "" : "; ") + method_text(attempt) + " " + estimate_text(estimate);
  }
  const bool errors =
      std::any_of(chart.bars.begin(), chart.bars.end(), [](const Bar& bar) { return bar.half_width > 0.0; });
  return {info.title,
          "In the order of the ranking." +
              std::string(
                  errors ? " A thin line across the end of a bar is one standard error to either side." : ""),
          "Bars of " + name + ", " + direction_text(info) + ": " + values + ".", chart};
}

std::string explanation(const jobs::CompareResult& outcome, const compare::Comparison& comparison) {
  std::string text;
  if (outcome.replicates > 1) {
    text = "Methods that draw random numbers were drawn " + std::to_string(outcome.replicates) +
           " times: values are means, and ± is their standard error. ";
  }
  if (!comparison.limits.empty()) {
    text +=
        "Of methods that draw, the mean and one standard error keep the limits, and so does the released "
        "draw. ";
  }
  if (comparison.target) {
    text +=
        "In brackets after a parameter stands its range within the tolerance, which attains the target "
        "just as well. Two methods share a place (=) where what they reach over these ranges, give or take "
        "a standard error, overlaps.";
  } else {
    text += "Two methods share a place (=) where their values overlap, give or take a standard error.";
  }
  if (comparison.rank_by.size() > 1) text += " The place follows from the sum of the ranks.";
  return text;
}

}  // namespace

TableBlock measure_meanings(const jobs::CompareResult& outcome, const std::vector<std::size_t>& measures) {
  TableBlock table{{{"measure"}, {"what it says"}, {"direction"}}, {}};
  for (const std::size_t measure : measures) {
    const MeasureInfo& info = measure_info(outcome, measure);
    table.rows.push_back({measure_text(outcome, measure), info.summary, direction_text(info)});
  }
  return table;
}

TableBlock other_risks_table(const jobs::CompareResult& outcome, const compare::Comparison& comparison) {
  const bool once = contestants(comparison) == "methods";
  TableBlock table{{{"method"}}, {}};
  for (const std::size_t risk : comparison.other_risks) {
    table.columns.push_back(
        {measure_text(outcome, risk) + " (" + direction_text(measure_info(outcome, risk)) + ")",
         Align::right});
  }
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (!attempt.reached) continue;
    std::vector<std::string> row{once ? attempt.contender->name() : method_text(attempt)};
    for (const compare::Estimate& risk : attempt.risks) row.push_back(estimate_text(risk));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<Block> ranking_blocks(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  const compare::Comparison& comparison = part.comparison;
  const std::size_t reached = overall_ranks(comparison).size();
  std::vector<Block> blocks;
  if (reached == 0) {
    blocks.push_back(Paragraph{"There is no ranking: no method reached the target."});
  } else {
    blocks.push_back(ranking_table(outcome, comparison, true));
    blocks.push_back(Paragraph{explanation(outcome, comparison)});
  }
  std::vector<std::size_t> measures;
  if (reached > 0 && !comparison.other_risks.empty()) {
    blocks.push_back(Heading{"Other risks", 3});
    blocks.push_back(other_risks_table(outcome, comparison));
    for (const std::string& note : other_risk_notes(outcome, comparison)) blocks.push_back(Paragraph{note});
  }
  measures = goal_measures(comparison);
  measures.insert(measures.end(), comparison.rank_by.begin(), comparison.rank_by.end());
  if (reached > 0)
    measures.insert(measures.end(), comparison.other_risks.begin(), comparison.other_risks.end());
  blocks.push_back(measure_meanings(outcome, measures));
  for (std::size_t m = 0; reached > 0 && m < comparison.rank_by.size(); ++m) {
    blocks.push_back(bars(outcome, comparison, m));
  }
  if (reached < comparison.attempts.size()) {
    blocks.push_back(Heading{"Not ranked", 3});
    blocks.push_back(not_reached(comparison));
  }
  return blocks;
}

std::vector<Block> public_ranking_blocks(const jobs::CompareResult& outcome,
                                         const jobs::ComparisonPart& part) {
  const compare::Comparison& comparison = part.comparison;
  std::vector<Block> blocks;
  if (!overall_ranks(comparison).empty()) {
    blocks.push_back(ranking_table(outcome, comparison, false));
    blocks.push_back(
        Paragraph{"Two methods share a place (=) where what separates them is smaller than what is "
                  "allowed for tolerance and chance."});
  }
  blocks.push_back(measure_meanings(outcome, comparison.rank_by));
  std::vector<std::string> others;
  for (const compare::Attempt& attempt : comparison.attempts) {
    const std::string name = attempt.contender->name();
    const bool known = std::find(others.begin(), others.end(), name) != others.end();
    if (!attempt.reached && !known) others.push_back(name);
  }
  if (!others.empty()) blocks.push_back(Paragraph{"Not ranked: " + enumerated(others) + "."});
  return blocks;
}

}  // namespace sfumato::report
