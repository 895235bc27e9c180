// Words are put together here and nowhere else, so that a table and the sentence about it never disagree.
#include "report/comparison_words.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::report {
namespace {

constexpr int parameter_digits = 4;

std::string value_text(const Value& value) {
  return value.is_double() ? rounded(value.as_number(), parameter_digits) : to_text(value);
}

bool same_value(const Value& a, const Value& b) {
  return a.is_number() && b.is_number() ? a.as_number() == b.as_number() : a == b;
}

bool worth_saying(const std::vector<ParamInfo>& infos, const std::string& name, const Value& value) {
  for (const ParamInfo& info : infos) {
    if (info.name == name) return info.dial != Dial::none || !same_value(info.initial, value);
  }
  return true;
}

}  // namespace

std::string parameters_text(const Method& method, const ParamValues& params, bool all) {
  std::string text;
  for (const auto& [name, value] : params) {
    if (!all && !worth_saying(method.params, name, value)) continue;
    text += (text.empty() ? "" : ", ") + name + " = " + value_text(value);
  }
  return text;
}

std::string method_text(const compare::Attempt& attempt) {
  const Method& method = *attempt.contender->method;
  const std::string parameters = parameters_text(method, attempt.params);
  const std::string name = attempt.contender->name();
  return parameters.empty() ? name : name + " with " + parameters;
}

std::string estimate_text(const compare::Estimate& estimate) {
  if (!estimate.value) return "–";
  const std::string value = rounded(*estimate.value, shown_digits);
  return estimate.standard_error > 0.0 ? value + " ± " + rounded(estimate.standard_error, 2) : value;
}

MeasureInfo measure_info(const jobs::CompareResult& outcome, std::size_t measure) {
  const compare::MeasureRequest& request = outcome.measures[measure];
  MeasureInfo info = request.measure->info;
  info.side = compare::side_of(request);
  info.better = compare::better_of(request);
  return info;
}

// A stand-in that did not have to step in is not spoken of.
bool in_use(const jobs::CompareResult& outcome, std::size_t measure) {
  return std::any_of(outcome.parts.begin(), outcome.parts.end(), [&](const jobs::ComparisonPart& part) {
    const auto& rank_by = part.comparison.rank_by;
    const std::vector<std::size_t> goals = goal_measures(part.comparison);
    return std::find(goals.begin(), goals.end(), measure) != goals.end() ||
           std::find(rank_by.begin(), rank_by.end(), measure) != rank_by.end();
  });
}

std::string measure_text(const jobs::CompareResult& outcome, std::size_t measure) {
  const compare::MeasureRequest& request = outcome.measures[measure];
  std::string different;
  for (const auto& [name, value] : request.parameters) {
    const bool distinguishes = std::any_of(
        outcome.measures.begin(), outcome.measures.end(), [&](const compare::MeasureRequest& other) {
          const auto position = static_cast<std::size_t>(&other - outcome.measures.data());
          if (other.measure != request.measure || (position > measure && !in_use(outcome, position)))
            return false;
          return std::any_of(other.parameters.begin(), other.parameters.end(), [&](const auto& entry) {
            return entry.first == name && !same_value(entry.second, value);
          });
        });
    if (distinguishes) different += (different.empty() ? "" : ", ") + name + " = " + value_text(value);
  }
  return different.empty() ? request.measure->info.name : request.measure->info.name + " (" + different + ")";
}

std::vector<std::size_t> goal_measures(const compare::Comparison& comparison) {
  std::vector<std::size_t> measures;
  if (comparison.target) measures.push_back(comparison.target->measure);
  for (const compare::Limit& limit : comparison.limits) measures.push_back(limit.measure);
  return measures;
}

const compare::Estimate* goal_estimate(const compare::Comparison& comparison, const compare::Attempt& attempt,
                                       std::size_t i) {
  if (!comparison.limits.empty()) return i < attempt.limited.size() ? &attempt.limited[i] : nullptr;
  return attempt.calibration.best ? &attempt.calibration.best->estimate : nullptr;
}

std::string safer_text(const compare::Attempt& attempt) {
  const std::optional<double>& by = attempt.calibration.safer_by;
  return by ? " (safer by " + rounded(*by, shown_digits) + ")" : "";
}

std::string target_text(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  if (!part.comparison.limits.empty()) {
    std::vector<std::string> limits;
    for (const compare::Limit& limit : part.comparison.limits) {
      limits.push_back(measure_text(outcome, limit.measure) +
                       (limit.better == Better::lower ? " at most " : " at least ") + shortest(limit.value));
    }
    return enumerated(limits);
  }
  const compare::Target& target = *part.comparison.target;
  return measure_text(outcome, target.measure) + " " +
         (target.proposed ? rounded(target.value, shown_digits) : shortest(target.value));
}

std::string part_suffix(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  if (outcome.parts.size() < 2 || !part.comparison.calibrated()) return "";
  return " at " + target_text(outcome, part);
}

std::string same_side_text(const MeasureInfo& info) {
  return info.side == Side::risk      ? "the same risk"
         : info.side == Side::utility ? "the same utility"
                                      : "the same value";
}

std::string direction_text(const MeasureInfo& info) {
  const std::string good = info.side == Side::risk      ? "safer"
                           : info.side == Side::utility ? "more useful"
                                                        : "better";
  return (info.better == Better::lower ? "lower is " : "higher is ") + good;
}

std::string counted(std::size_t count, const std::string& singular, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

std::string rank_text(const std::optional<std::size_t>& rank,
                      const std::vector<std::optional<std::size_t>>& ranks) {
  if (!rank) return "–";
  return std::to_string(*rank) + (std::count(ranks.begin(), ranks.end(), rank) > 1 ? "=" : "");
}

std::vector<std::optional<std::size_t>> overall_ranks(const compare::Comparison& comparison) {
  std::vector<std::optional<std::size_t>> ranks;
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (attempt.reached) ranks.push_back(attempt.overall);
  }
  return ranks;
}

std::size_t winners(const compare::Comparison& comparison) {
  if (!comparison.winner) return 0;
  const auto ranks = overall_ranks(comparison);
  return static_cast<std::size_t>(
      std::count(ranks.begin(), ranks.end(), comparison.attempts[*comparison.winner].overall));
}

std::vector<std::string> best_methods(const compare::Comparison& comparison) {
  std::vector<std::string> names;
  if (!comparison.winner) return names;
  std::optional<std::size_t> first;
  for (const auto& rank : overall_ranks(comparison)) {
    if (rank && (!first || *rank < *first)) first = rank;
  }
  const auto add = [&](const compare::Attempt& attempt) {
    const std::string name = attempt.contender->name();
    const bool best = attempt.reached && attempt.overall && attempt.overall == first;
    if (best && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  add(comparison.attempts[*comparison.winner]);
  for (const compare::Attempt& attempt : comparison.attempts) add(attempt);
  return names;
}

std::string contestants(const compare::Comparison& comparison) {
  std::vector<std::string> methods;
  for (const compare::Attempt& attempt : comparison.attempts) {
    const std::string method = attempt.contender->name();
    if (std::find(methods.begin(), methods.end(), method) != methods.end()) return "settings";
    methods.push_back(method);
  }
  return "methods";
}

bool release_is_random(const jobs::ComparisonPart& part) {
  const auto& winner = part.comparison.winner;
  if (!winner) return true;
  const compare::Attempt& attempt = part.comparison.attempts[*winner];
  return attempt.contender->with(attempt.params).random();
}

}  // namespace sfumato::report
