// Values stand as they were computed; people get five digits and a dash for what is not there.
#include "report/comparison.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison_ranking.hpp"
#include "report/comparison_warnings.hpp"
#include "report/comparison_words.hpp"
#include "report/forecast.hpp"

namespace sfumato::report {
namespace {

using compare::Attempt;
using compare::Comparison;
using compare::Estimate;

Value optional_value(const std::optional<double>& value) { return value ? Value(*value) : Value(); }
Value text_value(const std::string& text) { return text.empty() ? Value() : Value(text); }

const std::string& measure_name(const jobs::CompareResult& outcome, std::size_t position) {
  return outcome.measures[position].measure->info.name;
}

const Estimate* attained(const Attempt& attempt) {
  return attempt.calibration.best ? &attempt.calibration.best->estimate : nullptr;
}

Value curve_value(const Attempt& attempt) {
  Value curve = Value::array();
  for (const compare::CurvePoint& point : attempt.calibration.curve) {
    Value entry = Value::object();
    entry.set("parameter", point.parameter)
        .set("value", optional_value(point.estimate.value))
        .set("standard_error", point.estimate.standard_error);
    curve.push(entry);
  }
  return curve;
}

Value interval_value(const jobs::CompareResult& outcome, const Comparison& comparison,
                     const Attempt& attempt) {
  const auto& interval = attempt.calibration.interval;
  if (!interval) return {};
  const compare::DialRange& dial = *attempt.contender->dial;
  Value result = Value::object(), spans = Value::object();
  for (std::size_t m = 0; m < comparison.rank_by.size(); ++m) {
    const auto& span = attempt.spans[m];
    Value ends = Value::array();
    if (span) {
      ends.push(span->lower);
      ends.push(span->upper);
    }
    spans.set(measure_name(outcome, comparison.rank_by[m]), span ? ends : Value());
  }
  result.set("parameter", dial.parameter)
      .set("lower", dial.value(interval->first))
      .set("upper", dial.value(interval->second))
      .set("measures", spans);
  return result;
}

void add_ranking(const jobs::CompareResult& outcome, const Comparison& comparison, const Attempt& attempt,
                 bool open, Value& entry) {
  Value measures = Value::object(), errors = Value::object(), ranks = Value::object();
  for (std::size_t m = 0; m < comparison.rank_by.size(); ++m) {
    const MeasureInfo& info = outcome.measures[comparison.rank_by[m]].measure->info;
    const std::string& name = info.name;
    const bool measured =
        m < attempt.measures.size() &&
        (open || compare::side_of(outcome.measures[comparison.rank_by[m]]) == Side::utility);
    measures.set(name, measured ? optional_value(attempt.measures[m].value) : Value());
    errors.set(name, measured ? Value(attempt.measures[m].standard_error) : Value());
    ranks.set(name, attempt.ranks[m] ? Value(*attempt.ranks[m]) : Value());
  }
  ranks.set("overall", attempt.overall ? Value(*attempt.overall) : Value());
  entry.set("measures", measures).set("standard_errors", errors).set("ranks", ranks);
}

// Risks with limits, then the other ones.
Value risks_value(const jobs::CompareResult& outcome, const Comparison& comparison, const Attempt& attempt) {
  Value result = Value::object();
  const auto add = [&](std::size_t measure, const Estimate& found) {
    Value entry = Value::object();
    entry.set("value", optional_value(found.value)).set("standard_error", found.standard_error);
    if (!found.note.empty()) entry.set("note", found.note);
    result.set(measure_name(outcome, measure), entry);
  };
  for (std::size_t i = 0; i < attempt.limited.size(); ++i) {
    add(comparison.limits[i].measure, attempt.limited[i]);
  }
  for (std::size_t i = 0; i < attempt.risks.size(); ++i) add(comparison.other_risks[i], attempt.risks[i]);
  return result;
}

// The steps of a recipe, in order.
Value steps_value(const compare::Contender& contender, const Attempt& attempt) {
  Value steps = Value::array();
  const auto add = [&](const compare::Candidate& step) {
    Value entry = Value::object();
    entry.set("method", step.method->info.name)
        .set("columns", Value::array_of(step.columns))
        .set("parameters", params_value(step.params));
    steps.push(entry);
  };
  const compare::Candidate turned = contender.with(attempt.params);
  for (const compare::Candidate& step : turned.before) add(step);
  add(turned);
  for (const compare::Candidate& step : turned.after) add(step);
  return steps;
}

Value attempt_value(const jobs::CompareResult& outcome, const Comparison& comparison, const Attempt& attempt,
                    bool open) {
  Value entry = Value::object();
  entry.set("method", attempt.contender->name());
  if (open) {
    entry.set("parameters", params_value(attempt.params));
    if (attempt.contender->name() != attempt.contender->method->info.name) {
      entry.set("steps", steps_value(*attempt.contender, attempt));
    }
    const Estimate* found = attained(attempt);
    entry.set("attained", found != nullptr ? optional_value(found->value) : Value())
        .set("standard_error", found != nullptr ? Value(found->standard_error) : Value());
  }
  entry.set("reached", attempt.reached);
  if (open) {
    entry.set("safer_by", optional_value(attempt.calibration.safer_by))
        .set("searched_on", attempt.by_sample ? "sample" : "all records")
        .set("risks", risks_value(outcome, comparison, attempt));
    entry.set("reason", text_value(attempt.reason))
        .set("interval", interval_value(outcome, comparison, attempt));
  }
  add_ranking(outcome, comparison, attempt, open, entry);
  if (!open) return entry;
  if (!attempt.forecast.is_null()) entry.set("expected", attempt.forecast);
  const bool turned = attempt.contender->dial && !attempt.calibration.curve.empty();
  entry.set("dial", attempt.contender->dial ? Value(attempt.contender->dial->parameter) : Value())
      .set("shape", turned ? Value(to_text(attempt.calibration.shape)) : Value())
      .set("notes", Value::array_of(attempt.calibration.notes));
  if (turned) {
    entry.set("attainable", Value(Value::Array{attempt.calibration.lowest, attempt.calibration.highest}))
        .set("curve", curve_value(attempt));
  }
  return entry;
}

Value release_value(const jobs::CompareResult& outcome, const jobs::WinnerRelease& release, bool open) {
  Value scores = Value::object();
  for (std::size_t m = 0; m < outcome.measures.size() && m < release.scores.size(); ++m) {
    const MeasureInfo& info = outcome.measures[m].measure->info;
    if (!open && compare::side_of(outcome.measures[m]) != Side::utility) continue;
    if (scores.find(info.name) == nullptr) scores.set(info.name, optional_value(release.scores[m].value));
  }
  std::vector<std::string> files = release.files;
  for (std::string& file : files) {
    if (!open) file.erase(0, file.find_last_of('/') + 1);
  }
  Value result = Value::object();
  result.set("files", Value::array_of(files))
      .set("method", release.release.at("method"))
      .set("parameters", release.release.at("parameters"))
      .set("mapping", release.release.at("mapping"))
      .set("guarantee", release.release.at("guarantee"))
      .set("measures", scores);
  if (open) result.set("redrawn", release.redrawn);
  if (!release.promises.is_null()) result.set("promises", release.promises);
  if (!release.quasi_identifiers.is_null()) result.set("quasi_identifiers", release.quasi_identifiers);
  return result;
}

Value part_value(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part, bool open) {
  const Comparison& comparison = part.comparison;
  Value result = Value::object(), equal;
  if (comparison.target && open) {
    equal = Value::object();
    equal.set("measure", measure_name(outcome, comparison.target->measure))
        .set("target", comparison.target->value)
        .set("proposed", comparison.target->proposed)
        .set("tolerance", comparison.tolerance);
  }
  if (!comparison.limits.empty() && open) {
    Value limits = Value::array();
    for (const compare::Limit& limit : comparison.limits) {
      Value entry = Value::object();
      entry.set("measure", measure_name(outcome, limit.measure))
          .set("limit", limit.value)
          .set("safe", limit.better == Better::lower ? "at most" : "at least");
      limits.push(entry);
    }
    result.set("at_most", limits).set("untouched_is_safe", comparison.untouched_is_safe);
  }
  Value methods = Value::array();
  for (const Attempt& attempt : comparison.attempts) {
    methods.push(attempt_value(outcome, comparison, attempt, open));
  }
  result.set("equal", equal)
      .set("methods", methods)
      .set("winner",
           comparison.winner ? Value(comparison.attempts[*comparison.winner].contender->name()) : Value())
      .set("best", Value::array_of(best_methods(comparison)));
  if (open) result.set("notes", Value::array_of(comparison.notes));
  if (part.release) result.set("release", release_value(outcome, *part.release, open));
  return result;
}

std::string measured_text(const Estimate& estimate) {
  return estimate.value ? rounded(*estimate.value, 4) : "–";
}

// "2=" where somebody else has the same rank.
std::string rank_cell(const Comparison& comparison, std::size_t measure, const Attempt& attempt) {
  const auto rank = [&](const Attempt& one) {
    return measure < one.ranks.size() ? one.ranks[measure] : one.overall;
  };
  if (!rank(attempt)) return "–";
  const auto sharing = std::count_if(comparison.attempts.begin(), comparison.attempts.end(),
                                     [&](const Attempt& other) { return rank(other) == rank(attempt); });
  return std::to_string(*rank(attempt)) + (sharing > 1 ? "=" : "");
}

void add_ranking_table(const jobs::CompareResult& outcome, const Comparison& comparison, Report& report) {
  TableBlock table{{{"", Align::right}, {"method"}, {"parameters"}}, {}};
  const std::vector<std::size_t> goals = goal_measures(comparison);
  for (const std::size_t goal : goals) table.columns.push_back({measure_name(outcome, goal), Align::right});
  for (const std::size_t measure : comparison.rank_by) {
    table.columns.push_back({measure_name(outcome, measure), Align::right});
    table.columns.push_back({"rank", Align::right});
  }
  KeyValues lost;
  for (const Attempt& attempt : comparison.attempts) {
    const std::string name = attempt.contender->name();
    if (!attempt.reached) {
      lost.entries.emplace_back(name, attempt.reason);
      continue;
    }
    std::vector<std::string> cells{rank_cell(comparison, comparison.rank_by.size(), attempt), name,
                                   chosen_params_text(attempt)};
    for (std::size_t g = 0; g < goals.size(); ++g) {
      cells.push_back(measured_text(*goal_estimate(comparison, attempt, g)) + safer_text(attempt));
    }
    for (std::size_t m = 0; m < comparison.rank_by.size(); ++m) {
      cells.push_back(measured_text(attempt.measures[m]));
      cells.push_back(rank_cell(comparison, m, attempt));
    }
    table.rows.push_back(std::move(cells));
  }
  if (!table.rows.empty()) report.blocks.push_back(table);
  if (!table.rows.empty() && !comparison.other_risks.empty()) {
    report.blocks.push_back(Heading{"Other risks"});
    report.blocks.push_back(other_risks_table(outcome, comparison));
  }
  if (lost.entries.empty()) return;
  report.blocks.push_back(Heading{comparison.limits.empty() ? "Not at the target" : "Not below the limits"});
  report.blocks.push_back(lost);
}

std::string at_target_text(const jobs::CompareResult& outcome, const Comparison& comparison) {
  if (!comparison.limits.empty()) {
    std::vector<std::string> limits;
    for (const compare::Limit& limit : comparison.limits) {
      limits.push_back(measure_name(outcome, limit.measure) +
                       (limit.better == Better::lower ? " at most " : " at least ") + rounded(limit.value));
    }
    return "with " + enumerated(limits);
  }
  if (!comparison.target) return "as they are";
  return "at " + measure_name(outcome, comparison.target->measure) + " " + rounded(comparison.target->value);
}

// The measures that have no value for a method that takes part, and why.
std::string unranked_text(const jobs::CompareResult& outcome, const Comparison& comparison) {
  std::string text;
  for (std::size_t i = 0; i < comparison.rank_by.size(); ++i) {
    for (const Attempt& attempt : comparison.attempts) {
      if (!attempt.reached || i >= attempt.measures.size() || attempt.measures[i].value) continue;
      text += (text.empty() ? "" : "; ") + outcome.measures[comparison.rank_by[i]].measure->info.name;
      if (!attempt.measures[i].note.empty()) text += " (" + attempt.measures[i].note + ")";
      break;
    }
  }
  return "No method can be ranked, without a value of " + (text.empty() ? "a measure" : text) + ".";
}

void add_part(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part, Report& report) {
  const Comparison& comparison = part.comparison;
  std::string first = "Methods " + at_target_text(outcome, comparison);
  if (comparison.target && comparison.target->proposed) {
    first += " (proposed: the median over the methods' default parameters)";
  }
  for (Block& block : forecast_blocks(comparison)) report.blocks.push_back(std::move(block));
  report.blocks.push_back(Heading{first});
  add_ranking_table(outcome, comparison, report);
  std::vector<std::string> notes = comparison.notes;
  for (const Attempt& attempt : comparison.attempts) {
    if (!attempt.reached) continue;
    for (const std::string& note : attempt.calibration.notes) {
      notes.push_back(attempt.contender->name() + ": " + note);
    }
  }
  for (const std::string& note : notes) report.blocks.push_back(Paragraph{note + "."});
  if (!comparison.winner) {
    const bool reached = std::any_of(comparison.attempts.begin(), comparison.attempts.end(),
                                     [](const Attempt& attempt) { return attempt.reached; });
    report.blocks.push_back(Paragraph{reached ? unranked_text(outcome, comparison)
                                      : comparison.out_of_time
                                          ? "The time limit was reached before any method was calibrated."
                                      : !comparison.limits.empty() ? "No method keeps all limits."
                                      : comparison.target          ? "No method reaches the target."
                                                                   : "No method can be applied."});
  }
  if (!part.release) return;
  for (const std::string& line : part.release->checked) report.blocks.push_back(Paragraph{line});
}

Report document_of(const jobs::CompareResult& outcome, bool open) {
  Report report;
  if (outcome.parts.size() == 1) {
    report.document = part_value(outcome, outcome.parts.front(), open);
  } else {
    Value parts = Value::array();
    for (const jobs::ComparisonPart& part : outcome.parts) parts.push(part_value(outcome, part, open));
    report.document.set("comparisons", parts);
  }
  report.document.set("data", open ? outcome.data : outcome.data.substr(outcome.data.find_last_of('/') + 1))
      .set("rows", outcome.rows)
      .set("columns", Value::array_of(outcome.columns))
      .set("replicates", outcome.replicates);
  if (!open) {
    report.warnings = public_comparison_warnings(outcome);
    return report;
  }
  report.document.set("seeded", outcome.seed.has_value());
  if (!outcome.left_out.empty()) {
    Value left_out = Value::object();
    for (const compare::LeftOutMethod& one : outcome.left_out) left_out.set(one.method, one.reason);
    report.document.set("left_out", left_out);
  }
  report.warnings = outcome.warnings;
  return report;
}

}  // namespace

std::string chosen_params_text(const Attempt& attempt, bool exact) {
  std::string text;
  const compare::Contender& contender = *attempt.contender;
  for (const ParamInfo& info : contender.method->params) {
    for (const auto& [name, value] : attempt.params) {
      const auto& chosen = contender.chosen;
      const bool turned = (contender.dial && contender.dial->parameter == name) ||
                          std::find(chosen.begin(), chosen.end(), name) != chosen.end();
      if (name != info.name || !turned) continue;
      const std::string shown = value.is_double() && !exact ? rounded(value.as_number(), 4) : to_text(value);
      text += (text.empty() ? "" : ", ") + name + " = " + shown;
    }
  }
  return text;
}

Report comparison_report(const jobs::CompareResult& outcome) {
  Report report = document_of(outcome, true);
  for (const jobs::ComparisonPart& part : outcome.parts) add_part(outcome, part, report);
  if (!outcome.left_out.empty()) {
    KeyValues left_out;
    for (const compare::LeftOutMethod& one : outcome.left_out)
      left_out.entries.emplace_back(one.method, one.reason);
    report.blocks.push_back(Heading{"Left out, since they do not fit"});
    report.blocks.push_back(left_out);
  }
  return report;
}

Report public_comparison_report(const jobs::CompareResult& outcome) { return document_of(outcome, false); }

}  // namespace sfumato::report
