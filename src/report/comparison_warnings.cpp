// Warnings are sentences without a full stop, as everywhere; with several targets they start with theirs.
#include "report/comparison_warnings.hpp"

#include <algorithm>
#include <cmath>

#include "core/column_choice.hpp"
#include "core/guarantee.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

constexpr std::size_t few_records = 200;
constexpr std::size_t named_at_most = 4;

void add_few_records(const jobs::CompareResult& outcome, Warnings& warnings) {
  if (outcome.rows >= few_records) return;
  warnings.push_back("there are only " + counted(outcome.rows, "record", "records") +
                     ": measures of so few are uncertain, and so are ranks that lie close together");
}

void add_missing(const jobs::CompareResult& outcome, Warnings& warnings) {
  std::vector<std::string> names;
  for (const profile::ColumnProfile& column : outcome.profile.columns) {
    const bool compared =
        std::find(outcome.columns.begin(), outcome.columns.end(), column.name) != outcome.columns.end();
    if (compared && column.missing > 0) {
      names.push_back("'" + column.name + "' (" + std::to_string(column.missing) + ")");
    }
  }
  if (names.empty()) return;
  warnings.add("values are missing in " + enumerated(names) +
                   "; most measures leave such records out, so they say less about them",
               WarningGrade::note);
}

void add_not_reached(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part,
                     Warnings& warnings) {
  const compare::Comparison& comparison = part.comparison;
  if (!comparison.calibrated()) {
    warnings.push_back("no target was set, so the methods stand at different risks");
    return;
  }
  std::vector<std::string> names;
  for (const compare::Attempt& attempt : comparison.attempts) {
    const std::string name = attempt.contender->name();
    if (!attempt.reached && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (overall_ranks(comparison).empty()) {
    warnings.push_back("no method reached " + target_text(outcome, part));
  } else if (!names.empty()) {
    const std::string who =
        names.size() <= named_at_most ? enumerated(names) : std::to_string(names.size()) + " of the methods";
    warnings.add(target_text(outcome, part) + " was not reached by " + who +
                     (names.size() == 1 ? ", which is not ranked" : ", which are not ranked"),
                 WarningGrade::note);
  }
  if (comparison.target && comparison.target->proposed) {
    warnings.push_back(
        "the target " + target_text(outcome, part) +
        " was proposed, as the median of the methods at their defaults, and not set by anybody");
  }
}

// Flat responses, turns and plateaus.
void add_calibration_notes(const jobs::ComparisonPart& part, Warnings& warnings) {
  for (const compare::Attempt& attempt : part.comparison.attempts) {
    for (const std::string& note : attempt.calibration.notes) {
      warnings.add(attempt.contender->name() + ": " + note, WarningGrade::note);
    }
  }
}

// What is known of an attempt by one measure: that of the target, or one that ranks.
const compare::Estimate* estimate_of(const compare::Comparison& comparison, const compare::Attempt& attempt,
                                     std::size_t measure) {
  const std::vector<std::size_t> goals = goal_measures(comparison);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (goals[i] == measure) return goal_estimate(comparison, attempt, i);
  }
  for (std::size_t m = 0; m < std::min(comparison.rank_by.size(), attempt.measures.size()); ++m) {
    if (comparison.rank_by[m] == measure) return &attempt.measures[m];
  }
  return nullptr;
}

// By more than both standard errors.
bool clearly_better(const compare::Estimate& a, const compare::Estimate& b, const MeasureInfo& info) {
  if (!a.value || !b.value) return false;
  const double gain = info.better == Better::lower ? *b.value - *a.value : *a.value - *b.value;
  return gain > a.standard_error + b.standard_error;
}

// Is this point of a map the setting with which the method is ranked?
bool is_ranked(const compare::Comparison& comparison, const jobs::MapCurve& curve, double parameter) {
  return std::any_of(comparison.attempts.begin(), comparison.attempts.end(), [&](const auto& attempt) {
    return attempt.reached && attempt.contender->name() == curve.name && attempt.calibration.best &&
           attempt.calibration.best->parameter == parameter;
  });
}

// A method that passes over the target may still be safer and more useful than a method that meets it.
void add_beaten(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part, Warnings& warnings) {
  const compare::Comparison& comparison = part.comparison;
  if (!comparison.winner || !part.map_risk || !part.map_utility) return;
  const compare::Attempt& winner = comparison.attempts[*comparison.winner];
  const compare::Estimate* risk = estimate_of(comparison, winner, *part.map_risk);
  const compare::Estimate* utility = estimate_of(comparison, winner, *part.map_utility);
  if (risk == nullptr || utility == nullptr) return;
  std::vector<std::string> names;
  for (const jobs::MapCurve& curve : part.map) {
    const auto better =
        std::find_if(curve.points.begin(), curve.points.end(), [&](const jobs::MapCurve::Point& point) {
          return !is_ranked(comparison, curve, point.parameter) &&
                 clearly_better(point.risk, *risk, measure_info(outcome, *part.map_risk)) &&
                 clearly_better(point.utility, *utility, measure_info(outcome, *part.map_utility));
        });
    if (better == curve.points.end()) continue;
    names.push_back(curve.parameter.empty()
                        ? curve.name
                        : curve.name + " with " + curve.parameter + " = " + rounded(better->parameter, 4));
  }
  if (names.empty()) return;
  warnings.push_back("away from the target, " + enumerated(names) + (names.size() == 1 ? " is" : " are") +
                     " both safer and more useful than " + method_text(winner) +
                     ", which is recommended: see the map");
}

const Score* target_score(const jobs::ComparisonPart& part) {
  if (!part.release || !part.comparison.target) return nullptr;
  const std::size_t measure = part.comparison.target->measure;
  return measure < part.release->scores.size() ? &part.release->scores[measure] : nullptr;
}

void add_release(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part, Warnings& warnings) {
  if (!part.release) return;
  const compare::Comparison& comparison = part.comparison;
  if (const Score* score = target_score(part)) {
    const double allowed = comparison.tolerance * std::fabs(comparison.target->value);
    const bool safer = comparison.winner && comparison.attempts[*comparison.winner].calibration.safer_by;
    if (!score->value) {
      warnings.push_back("the release itself has no value of the target's measure");
    } else if (!safer && std::fabs(*score->value - comparison.target->value) > allowed) {
      warnings.push_back("the release itself has " + measure_text(outcome, comparison.target->measure) + " " +
                         rounded(*score->value, shown_digits) +
                         ", farther from the target than the tolerance of " +
                         rounded(100.0 * comparison.tolerance, shown_digits) +
                         " %: the mean of many draws attains it, this draw does not");
    }
  }
  for (std::size_t i = 0; i < std::min(part.release->scores.size(), outcome.measures.size()); ++i) {
    const Score& score = part.release->scores[i];
    if (!score.note.empty()) {
      warnings.add(measure_text(outcome, i) + " of the release: " + score.note, WarningGrade::note);
    }
  }
  if (!part.release->fresh && release_is_random(part)) {
    warnings.add(
        "the release was drawn from a seed: anyone who guesses the seed can undo it, so draw it again "
        "without one before it is published",
        WarningGrade::stop);
  }
  const Value* guarantee = part.release->release.find("guarantee");
  if (guarantee == nullptr || !guaranteed_epsilon(*guarantee)) return;
  warnings.push_back("the release states the guarantee “" + guarantee_words(*guarantee) +
                     "”: it covers this draw, and not the choice of its parameters, nor measures of it that "
                     "are published; its ε is charged to no budget file");
}

// Was some strength chosen by looking at what it gives on these very data?
bool chosen_on_data(const jobs::CompareResult& outcome) {
  return std::any_of(outcome.parts.begin(), outcome.parts.end(), [](const jobs::ComparisonPart& part) {
    const compare::Comparison& comparison = part.comparison;
    return comparison.winner && comparison.calibrated() &&
           comparison.attempts[*comparison.winner].contender->dial;
  });
}

bool chosen_epsilon(const jobs::CompareResult& outcome) {
  return std::any_of(outcome.parts.begin(), outcome.parts.end(), [](const jobs::ComparisonPart& part) {
    if (!part.comparison.winner) return false;
    const auto& dial = part.comparison.attempts[*part.comparison.winner].contender->dial;
    return dial && dial->parameter == "epsilon";
  });
}

void add_chosen_on_data(const jobs::CompareResult& outcome, Warnings& warnings) {
  if (!chosen_on_data(outcome)) return;
  warnings.add("the parameters were chosen by measuring these data, so they reveal a little about them",
               WarningGrade::note);
  if (chosen_epsilon(outcome)) {
    warnings.push_back("ε was chosen on the data: differential privacy does not cover that choice");
  }
}

void add_single_draws(const jobs::CompareResult& outcome, Warnings& warnings) {
  const bool random = std::any_of(outcome.contenders.begin(), outcome.contenders.end(),
                                  [](const compare::Contender& contender) {
                                    return contender.method != nullptr && contender.method->info.random;
                                  });
  if (!random || outcome.replicates > 1) return;
  warnings.push_back(
      "every method was drawn once, so nothing is known about chance: another draw may rank "
      "methods otherwise");
}

}  // namespace

Warnings comparison_warnings(const jobs::CompareResult& outcome) {
  Warnings warnings = outcome.warnings;
  add_few_records(outcome, warnings);
  add_missing(outcome, warnings);
  for (const jobs::ComparisonPart& part : outcome.parts) {
    Warnings own;
    add_not_reached(outcome, part, own);
    own.insert(own.end(), part.comparison.notes.begin(), part.comparison.notes.end());
    add_beaten(outcome, part, own);
    add_calibration_notes(part, own);
    add_release(outcome, part, own);
    const std::string suffix = part_suffix(outcome, part);
    for (Warning& warning : own) {
      const bool named = suffix.empty() || warning.text.find(suffix.substr(4)) != std::string::npos;
      if (!named) warning.text = suffix.substr(1) + ": " + warning.text;
      warnings.add_new(warning);
    }
  }
  add_chosen_on_data(outcome, warnings);
  add_single_draws(outcome, warnings);
  return warnings;
}

Warnings public_comparison_warnings(const jobs::CompareResult& outcome) {
  Warnings warnings;
  add_few_records(outcome, warnings);
  const bool tied =
      std::any_of(outcome.parts.begin(), outcome.parts.end(),
                  [](const jobs::ComparisonPart& part) { return winners(part.comparison) > 1; });
  if (tied)
    warnings.push_back("the first place is shared, and the one that was taken is not clearly the best");
  for (const jobs::ComparisonPart& part : outcome.parts) {
    if (!part.release) continue;
    warnings.add_new(part.release->exposing);
  }
  add_chosen_on_data(outcome, warnings);
  add_single_draws(outcome, warnings);
  return warnings;
}

}  // namespace sfumato::report
