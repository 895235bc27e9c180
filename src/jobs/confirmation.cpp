// Limits are judged as those of a release on one machine: by all rules of compare::is_safe.
#include "jobs/confirmation.hpp"

#include <algorithm>
#include <cmath>

#include "compare/dial.hpp"
#include "compare/measures.hpp"
#include "compare/scoring.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "jobs/joined_documents.hpp"
#include "jobs/stronger_setting.hpp"
#include "masking/registry.hpp"
#include "release/recipe_warnings.hpp"

namespace sfumato::jobs {
namespace {

const Value& member(const Value& document, const char* name) {
  static const Value none;
  const Value* found = document.is_object() ? document.find(name) : nullptr;
  return found == nullptr ? none : *found;
}

std::optional<double> number_member(const Value& document, const char* name) {
  const Value& found = member(document, name);
  return found.is_number() ? std::optional(found.as_number()) : std::nullopt;
}

std::string text_member_of(const Value& document, const char* name) {
  const Value& found = member(document, name);
  return found.is_text() ? found.as_text() : std::string();
}

// What the documents say of a measure.
void add_found(const ConfirmationRequest& request, Confirmed& one) {
  for (const NotMeasured& lacking : request.not_measured) {
    if (lacking.measure == one.measure) one.reason = lacking.reason;
  }
  for (const Value& document : request.measured) {
    const Value& score = member(member(document, "measures"), one.measure.c_str());
    if (!score.is_object()) continue;
    one.value = number_member(score, "value");
    one.reason = one.value ? "" : text_member_of(score, "note");
    const Value& sampled = member(member(score, "details"), "sampled");
    one.standard_error = number_member(sampled, "standard_error").value_or(0.0);
  }
  if (!one.value && one.reason.empty()) one.reason = "it was not measured";
}

compare::Limit limit_of(const Confirmed& one) { return {0, *one.target, one.better}; }

// A target that is a risk may be missed on its safe side; the tolerance is relative to it.
compare::Limit tolerated(const Confirmed& one, double tolerance) {
  const double allowed = tolerance * std::fabs(*one.target);
  return {0, *one.target + (one.better == Better::lower ? allowed : -allowed), one.better};
}

bool is_kept(const Confirmed& one, double tolerance) {
  if (!one.value) return false;
  if (one.role == ConfirmedRole::limit) {
    return compare::is_safe(compare::Estimate{.value = one.value, .standard_error = one.standard_error},
                            limit_of(one));
  }
  if (one.side != Side::utility) return compare::is_safe(one.value, tolerated(one, tolerance));
  return std::fabs(*one.value - *one.target) <= tolerance * std::fabs(*one.target);
}

double tolerance_of(const Value& comparison) {
  return number_member(member(comparison, "equal"), "tolerance").value_or(0.0);
}

std::vector<Confirmed> confirmed_measures(const ConfirmationRequest& request) {
  std::vector<Confirmed> result;
  for (const ComparedMeasure& wanted : compared_measures(request.comparison)) {
    const compare::MeasureRequest asked =
        compare::measure_requests({wanted.name}, settings_of_measure(wanted.name, request.settings)).front();
    Confirmed one{.measure = wanted.name,
                  .role = wanted.role,
                  .value = {},
                  .reason = {},
                  .target = {},
                  .better = compare::better_of(asked),
                  .side = compare::side_of(asked),
                  .safe = {}};
    add_found(request, one);
    if (wanted.role == ConfirmedRole::target)
      one.target = number_member(request.comparison.at("equal"), "target");
    if (wanted.role == ConfirmedRole::limit) {
      for (const Value& limit : request.comparison.at("at_most").as_array()) {
        if (text_member_of(limit, "measure") == wanted.name) one.target = number_member(limit, "limit");
      }
    }
    if (one.target) one.safe = is_kept(one, tolerance_of(request.comparison));
    result.push_back(std::move(one));
  }
  return result;
}

std::string value_words(const Confirmed& one) {
  if (!one.value) return one.measure + " has no value on all records (" + one.reason + ")";
  std::string text = one.measure + " is " + rounded(*one.value, 5);
  if (one.standard_error > 0.0) text += " ± " + rounded(one.standard_error, 2);
  text += " on all records, ";
  if (one.role == ConfirmedRole::target) return text + "where the target is " + rounded(*one.target, 5);
  return text + "where the limit is at " + (one.better == Better::lower ? "most " : "least ") +
         rounded(*one.target, 5);
}

bool is_risk(const Confirmed& one) { return one.role == ConfirmedRole::limit || one.side != Side::utility; }

// The risk that is farthest beyond its target, as a share of it.
const Confirmed* worst_of(const std::vector<Confirmed>& measures) {
  const Confirmed* worst = nullptr;
  double farthest = 0.0;
  for (const Confirmed& one : measures) {
    if (one.safe != false || !is_risk(one)) continue;
    if (!one.value) return nullptr;  // what cannot be measured cannot be seen to become safe
    const double share = std::fabs(*one.value - *one.target) / std::max(std::fabs(*one.target), 1e-12);
    if (worst != nullptr && share <= farthest) continue;
    worst = &one;
    farthest = share;
  }
  return worst;
}

std::vector<std::pair<double, double>> curve_of(const Value& winner) {
  std::vector<std::pair<double, double>> curve;
  const Value& points = member(winner, "curve");
  if (!points.is_array()) return curve;
  for (const Value& point : points.as_array()) {
    const auto parameter = number_member(point, "parameter"), value = number_member(point, "value");
    if (parameter && value) curve.emplace_back(*parameter, *value);
  }
  std::sort(curve.begin(), curve.end());
  return curve;
}

// Parameters of the next stronger setting; null: there is none, and `why` says so.
Value next_parameters(const ConfirmationRequest& request, const Value& winner, const Confirmation& found,
                      std::string& why) {
  const Confirmed* worst = worst_of(found.measures);
  if (worst == nullptr) return {};
  if (!found.recipe.is_null()) {
    why = "a recipe is not made stronger";
    return {};
  }
  const Method& method = masking::method(found.method);
  const std::string dial = text_member_of(winner, "dial");
  const auto info = std::find_if(method.params.begin(), method.params.end(),
                                 [&](const ParamInfo& one) { return one.name == dial; });
  const auto at = number_member(found.parameters, dial.c_str());
  if (info == method.params.end() || !at) {
    why = "the method has no parameter that was calibrated";
    return {};
  }
  if (method.info.differential) {
    why = "to choose among releases by the data would break the guarantee of " + found.method;
    return {};
  }
  if (request.strengthened >= most_strengthened) {
    why = std::to_string(request.strengthened) + " stronger settings were tried";
    return {};
  }
  const bool first = worst->role == ConfirmedRole::target || worst == &found.measures.front();
  const compare::Limit limit = worst->role == ConfirmedRole::limit
                                   ? limit_of(*worst)
                                   : tolerated(*worst, tolerance_of(request.comparison));
  const double errors = worst->role == ConfirmedRole::limit ? 2.0 * worst->standard_error : 0.0;
  const double value = *worst->value + (worst->better == Better::lower ? errors : -errors);
  const compare::DialRange range = compare::dial_range(*info, request.records);
  const auto next = stronger_setting(
      range, {*at, value, limit, first ? curve_of(winner) : std::vector<std::pair<double, double>>{}},
      request.strengthened);
  if (!next) {
    why = dial + " is at its strongest value";
    return {};
  }
  Value parameters = found.parameters;
  return parameters.set(dial, range.value(*next));
}

std::string broken_words(const std::vector<Confirmed>& measures) {
  std::vector<std::string> words;
  for (const Confirmed& one : measures) {
    if (one.safe == false) words.push_back(value_words(one));
  }
  return joined(words, "; ");
}

void add_judgement(const Confirmation& found, Warnings& warnings) {
  if (!found.reason.empty() && !found.method.empty()) {
    const bool risk = std::any_of(found.measures.begin(), found.measures.end(),
                                  [](const Confirmed& one) { return one.safe == false && is_risk(one); });
    warnings.add(
        (risk ? "the release is not safe on all records: " : "the target is not attained on all records: ") +
            found.reason,
        risk ? WarningGrade::stop : WarningGrade::mind);
  }
  std::vector<std::string> lacking;
  for (const Confirmed& one : found.measures) {
    if (!one.value && !one.target) lacking.push_back(one.measure + " (" + one.reason + ")");
  }
  if (!lacking.empty()) {
    warnings.add("not measured on all records: " + enumerated(lacking) +
                     "; values of the sample are not those of all records",
                 WarningGrade::note);
  }
}

void add_notes(const ConfirmationRequest& request, const Value& winner, const Confirmation& found,
               Warnings& warnings) {
  for (const Confirmed& one : found.measures) {
    if (one.role != ConfirmedRole::target || one.safe != true || !is_risk(one)) continue;
    const double allowed = tolerance_of(request.comparison) * std::fabs(*one.target);
    if (std::fabs(*one.value - *one.target) <= allowed) continue;
    warnings.add(value_words(one) + ": it is safer than on the sample, and a weaker setting may be enough",
                 WarningGrade::note);
  }
  if (request.strengthened == 0) return;
  const std::string dial = text_member_of(winner, "dial");
  warnings.add(
      "the setting was made stronger than on the sample, since that did not keep the target on all "
      "records: " +
          dial + " = " + to_text(member(found.parameters, dial.c_str())) + " in place of " +
          to_text(member(member(winner, "parameters"), dial.c_str())),
      WarningGrade::note);
}

std::string summary_of(const ConfirmationRequest& request, const Confirmation& found) {
  std::string text = found.approximate
                         ? "approximate: calibrated on a sample of " + std::to_string(request.sampled) +
                               " of " + std::to_string(request.records) + " records, "
                         : "calibrated on all " + std::to_string(request.records) + " records, ";
  const bool goals = std::any_of(found.measures.begin(), found.measures.end(),
                                 [](const Confirmed& one) { return one.target.has_value(); });
  if (!found.reached) return text + "not confirmed on all";
  return text + (goals ? "confirmed on all" : "measured on all");
}

}  // namespace

Confirmation confirmed_comparison(const ConfirmationRequest& request) {
  Confirmation found;
  found.approximate = request.sampled < request.records;
  const Value* winner = winner_of(request.comparison);
  if (winner == nullptr) {
    compared_measures(request.comparison);
    found.reason = "no method reaches the target on the sample";
  } else {
    found.method = text_member_of(*winner, "method");
    found.parameters = request.parameters.is_object() ? request.parameters : member(*winner, "parameters");
    found.recipe = member(*winner, "steps");
    if (!request.failure.empty()) {
      found.reason = "there is no release of all records: " + request.failure;
      found.warnings.add(found.method + ": " + found.reason, WarningGrade::mind);
    } else {
      found.measures = confirmed_measures(request);
      found.reason = broken_words(found.measures);
      found.reached = found.reason.empty();
      std::string why;
      if (!found.reached) found.next = next_parameters(request, *winner, found, why);
      if (!why.empty()) found.reason += "; " + why;
      add_judgement(found, found.warnings);
      add_notes(request, *winner, found, found.warnings);
    }
  }
  found.summary = summary_of(request, found);
  found.warnings.add(found.summary, WarningGrade::note);
  if (request.release.is_object()) found.warnings.add_new(joined_warnings({request.release}));
  for (const Warning& warning : joined_warnings({request.comparison})) {
    if (release::warns_of_seed(warning.text)) continue;  // what was drawn on the sample is not released
    found.warnings.add_new(Warning{"on the sample: " + warning.text, warning.grade});
  }
  return found;
}

}  // namespace sfumato::jobs
