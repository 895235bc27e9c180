// Words are put together here and nowhere else, so that a table and the sentence about it never disagree.
#include "report/comparison_words.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"

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
  return parameters.empty() ? method.info.name : method.info.name + " with " + parameters;
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
    return (part.comparison.target && part.comparison.target->measure == measure) ||
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

std::string target_text(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  const compare::Target& target = *part.comparison.target;
  return measure_text(outcome, target.measure) + " " +
         (target.proposed ? rounded(target.value, shown_digits) : shortest(target.value));
}

std::string part_suffix(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  if (outcome.parts.size() < 2 || !part.comparison.target) return "";
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

std::string contestants(const compare::Comparison& comparison) {
  std::vector<const Method*> methods;
  for (const compare::Attempt& attempt : comparison.attempts) {
    const Method* method = attempt.contender->method;
    if (std::find(methods.begin(), methods.end(), method) != methods.end()) return "settings";
    methods.push_back(method);
  }
  return "methods";
}

bool release_is_random(const jobs::ComparisonPart& part) {
  const auto& winner = part.comparison.winner;
  return !winner || part.comparison.attempts[*winner].contender->method->info.random;
}

}  // namespace sfumato::report
