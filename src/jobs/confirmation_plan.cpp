// The rules are those of the comparison: a measure that was not asked for takes those columns that it can,
// and keys are the compared quasi-identifiers, or all compared columns without any.
#include "jobs/confirmation_plan.hpp"

#include <algorithm>

#include "compare/comparison_job.hpp"
#include "compare/measures.hpp"
#include "core/error.hpp"
#include "jobs/pair_plan.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::jobs {
namespace {

const Value::Array& listed(const Value& document, const char* name) {
  static const Value::Array none;
  const Value* list = document.find(name);
  return list != nullptr && list->is_array() ? list->as_array() : none;
}

std::vector<std::string> compared_columns_of(const Value& comparison) {
  std::vector<std::string> names;
  for (const Value& name : listed(comparison, "columns")) {
    if (name.is_text()) names.push_back(name.as_text());
  }
  if (names.empty()) bad_input("the comparison does not say which columns it compares");
  return names;
}

const std::string& measure_of(const Value& goal) {
  const Value* name = goal.find("measure");
  if (name == nullptr || !name->is_text()) bad_input("a target of the comparison has no measure");
  return name->as_text();
}

bool takes_keys(const Measure& measure) {
  return std::any_of(measure.params.begin(), measure.params.end(),
                     [](const ParamInfo& info) { return info.name == "keys"; });
}

// The compared columns that a measure takes: all where it was asked for.
std::vector<std::string> columns_for(const MeasureInfo& info, bool asked, const Table& original,
                                     const std::vector<std::string>& compared) {
  if (asked) return compared;
  std::vector<std::string> taken;
  for (const std::string& name : compared) {
    if (info.accepts.has(original.info(original.require(name)).kind)) taken.push_back(name);
  }
  return taken;
}

// Why pairs of these records cannot be measured so; empty: they can.
std::string refusal(const ConfirmationCall& call, const Table& original, const Table& masked,
                    const Run& run) {
  if (call.columns.empty()) return "takes none of the compared columns";
  MeasureRequest request;
  request.measures = call.measures;
  request.columns = call.columns;
  request.settings = call.settings;
  request.original = {{.table = original, .sidecar = {}, .missing_token = {}}, "original"};
  request.masked.push_back(reader_of(masked, "masked"));
  try {
    pair_plan(request, run);
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
    return failure.message;
  }
  return {};
}

// Into a call with the same columns and keys, or one of its own: what fails in a call fails for all of it.
void add_call(ConfirmationPlan& plan, ConfirmationCall call) {
  for (ConfirmationCall& known : plan.calls) {
    const bool alike = is_pair_measure(known.measures.front()) == is_pair_measure(call.measures.front());
    if (!alike || known.columns != call.columns || known.keys != call.keys) continue;
    known.measures.insert(known.measures.end(), call.measures.begin(), call.measures.end());
    known.settings.insert(known.settings.end(), call.settings.begin(), call.settings.end());
    return;
  }
  plan.calls.push_back(std::move(call));
}

}  // namespace

std::string_view to_text(ConfirmedRole role) {
  switch (role) {
    case ConfirmedRole::target:
      return "target";
    case ConfirmedRole::limit:
      return "limit";
    case ConfirmedRole::risk:
      return "risk";
    case ConfirmedRole::ranked:
      return "ranked";
  }
  return "";
}

const Value* winner_of(const Value& comparison) {
  const Value* winner = comparison.find("winner");
  if (winner == nullptr || !winner->is_text()) return nullptr;
  for (const Value& method : listed(comparison, "methods")) {
    const Value *name = method.find("method"), *reached = method.find("reached");
    if (name != nullptr && *name == *winner && reached != nullptr && *reached == Value(true)) return &method;
  }
  return nullptr;
}

std::vector<ComparedMeasure> compared_measures(const Value& comparison) {
  if (!comparison.is_object() || comparison.find("methods") == nullptr) {
    bad_param("equal", "a comparison on a sample has one target", "compare once for each target");
  }
  std::vector<ComparedMeasure> result;
  const auto add = [&](const std::string& name, ConfirmedRole role) {
    const bool known = std::any_of(result.begin(), result.end(),
                                   [&](const ComparedMeasure& one) { return one.name == name; });
    if (!known) result.push_back({compare::measure(name).info.name, role});
  };
  if (const Value* equal = comparison.find("equal"); equal != nullptr && equal->is_object()) {
    add(measure_of(*equal), ConfirmedRole::target);
  }
  for (const Value& limit : listed(comparison, "at_most")) add(measure_of(limit), ConfirmedRole::limit);
  const Value* winner = winner_of(comparison);
  if (winner == nullptr) return result;
  for (const auto& [member, role] :
       {std::pair("risks", ConfirmedRole::risk), std::pair("measures", ConfirmedRole::ranked)}) {
    const Value* found = winner->find(member);
    if (found == nullptr || !found->is_object()) continue;
    for (const auto& [name, value] : found->as_object()) add(name, role);
  }
  return result;
}

std::vector<std::string> settings_of_measure(const std::string& measure,
                                             const std::vector<std::string>& settings) {
  std::vector<std::string> own;
  for (const std::string& typed : settings) {
    if (typed.starts_with(measure + ".")) own.push_back(typed);
  }
  if (measure == "rank-linkage" && std::none_of(own.begin(), own.end(), [](const std::string& typed) {
        return typed.starts_with("rank-linkage.zero=");
      })) {
    own.emplace_back(compare::floored_ranks);
  }
  return own;
}

ConfirmationPlan confirmation_plan(const Value& comparison, const std::vector<std::string>& settings,
                                   const Table& original, const Table& masked, const Run& run) {
  const std::vector<std::string> compared = compared_columns_of(comparison);
  ColumnSet ids;
  for (const std::string& name : compared) ids.push_back(original.require(name));
  const std::vector<std::string> keys = original.names(risk::key_columns(original, ids, {}));
  ConfirmationPlan plan;
  for (const ComparedMeasure& wanted : compared_measures(comparison)) {
    const Measure& measure = compare::measure(wanted.name);
    const std::vector<std::string> own = settings_of_measure(wanted.name, settings);
    if (is_pair_measure(wanted.name)) {
      const bool asked = wanted.role != ConfirmedRole::risk;
      ConfirmationCall call{{wanted.name}, columns_for(measure.info, asked, original, compared), {}, own};
      if (std::string reason = refusal(call, original, masked, run); !reason.empty()) {
        plan.not_measured.push_back({wanted.name, std::move(reason)});
      } else {
        add_call(plan, std::move(call));
      }
    } else if (measure.info.counted) {
      ConfirmationCall call{{wanted.name}, compared, {}, own};
      if (takes_keys(measure)) call.keys = keys;
      call.keys.empty() ? plan.calls.push_back(std::move(call)) : add_call(plan, std::move(call));
    } else {
      plan.not_measured.push_back({wanted.name, "needs all records in one place"});
    }
  }
  return plan;
}

}  // namespace sfumato::jobs
