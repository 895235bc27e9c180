// A measure is known by its parameters: one that has a holdout, keys or a target can be given these.
#include "jobs/synthetic_files.hpp"

#include <algorithm>
#include <optional>

#include "compare/measures.hpp"
#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

constexpr const char* usual_utilities[] = {"propensity", "contingency", "classification"};
constexpr const char* need_holdout[] = {"membership", "attribute-inference"};
constexpr const char* need_keys[] = {"replicated-uniques", "disclosive-attribution",
                                     "attribution-probability", "attribute-inference"};
constexpr const char* need_target[] = {"disclosive-attribution", "attribution-probability",
                                       "attribute-inference", "classification"};

template <class Names>
bool is_among(const Names& names, const std::string& name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

void set_text(compare::MeasureRequest& request, const char* parameter, const Value& value) {
  for (auto& [name, known] : request.parameters) {
    if (name == parameter && to_text(known).empty()) known = value;
  }
}

bool compared_role(std::optional<Role> role) {
  return role != Role::identifier && role != Role::household && role != Role::unit && role != Role::weight;
}

// "'a', 'b'" after a reason, where there are any.
void add_listed(std::string& text, const std::vector<std::string>& names, const std::string& reason) {
  if (!names.empty()) text += (text.empty() ? "" : "; ") + quoted_names(names) + " (" + reason + ")";
}

}  // namespace

std::vector<compare::MeasureRequest> synthetic_requests(const std::vector<std::string>& settings) {
  std::vector<std::string> names;
  for (const Measure& measure : compare::measures()) {
    const std::string& name = measure.info.name;
    const bool set = std::any_of(settings.begin(), settings.end(),
                                 [&](const std::string& typed) { return typed.starts_with(name + "."); });
    const bool usual = measure.info.by_default == ByDefault::synthetic || is_among(usual_utilities, name);
    if (set || usual) names.push_back(name);
  }
  std::vector<compare::MeasureRequest> requests = compare::measure_requests(names, settings);
  for (compare::MeasureRequest& request : requests) {
    const std::string& name = request.measure->info.name;
    // One that is not named takes the keys alone.
    request.named = name == "contingency" || (request.measure->info.by_default != ByDefault::synthetic &&
                                              !is_among(usual_utilities, name));
  }
  return requests;
}

ColumnChoice common_columns(const Table& original, const std::vector<SyntheticSource>& others,
                            Warnings& warnings) {
  ColumnChoice result;
  std::vector<std::string> lacking, other_role, identifiers, only_there;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const ColumnInfo& info = original.info(id);
    const bool common = std::all_of(others.begin(), others.end(), [&](const SyntheticSource& one) {
      return one.table->find(info.name).has_value();
    });
    if (!common) {
      lacking.push_back(info.name);
    } else if (compared_role(info.role)) {
      result.columns.push_back(id);
    } else {
      (info.role == Role::identifier ? identifiers : other_role).push_back(info.name);
    }
  }
  for (const SyntheticSource& one : others) {
    for (const ColumnInfo& info : one.table->schema()) {
      if (!original.find(info.name) && !is_among(only_there, info.name)) only_there.push_back(info.name);
    }
  }
  if (!identifiers.empty()) {
    warnings.add("the synthetic file has " + quoted_names(identifiers) +
                     ", declared as identifier: identifiers do not belong into a release",
                 WarningGrade::mind);
  }
  std::string text;
  add_listed(text, lacking, "not in all files");
  add_listed(text, only_there, "not in the original");
  add_listed(text, identifiers, "identifier");
  add_listed(text, other_role, "household or weight");
  if (!text.empty()) warnings.add("not compared: " + text, WarningGrade::note);
  return result;
}

std::vector<NotTested> set_means(std::vector<compare::MeasureRequest>& requests, const AttackMeans& means) {
  for (compare::MeasureRequest& request : requests) {
    if (!means.holdout.empty()) set_text(request, "holdout", means.holdout);
    if (!means.keys.empty()) set_text(request, "keys", Value::array_of(means.keys));
    if (!means.target.empty()) set_text(request, "target", means.target);
  }
  std::vector<NotTested> result;
  const auto lacks = [&](bool missing, const auto& needing, const char* what, const char* why) {
    if (!missing) return;
    bool dropped = false;
    std::erase_if(requests, [&](const compare::MeasureRequest& request) {
      const bool drop = !request.named && is_among(needing, request.measure->info.name);
      dropped = dropped || drop;
      return drop;
    });
    if (dropped) result.push_back({what, why});
  };
  lacks(means.holdout.empty(), need_holdout, "membership and attribute inference",
        "there is no holdout: name records that were not used for the synthesis with ‹holdout›; without one, "
        "copies and distances are compared with the original itself, and attacks on keys with nothing");
  lacks(means.keys.empty(), need_keys, "attacks on keys (replicated uniques, attribution)",
        "no column is known to an intruder: name some with ‹keys›, or declare quasi-identifiers");
  lacks(means.target.empty(), need_target, "attribution of a confidential column, and classification",
        "no column is to be learned: name one with ‹target›, or declare one confidential");
  return result;
}

bool needs_holdout(const std::string& measure) { return is_among(need_holdout, measure); }

std::optional<std::size_t> take_propensity_by_trees(std::vector<compare::MeasureRequest>& requests,
                                                    const std::vector<compare::Scored>& scores) {
  std::optional<std::size_t> again;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const bool propensity = requests[i].measure->info.name == "propensity" && !requests[i].named;
    if (!propensity) continue;
    const Value* structural = scores[i].score.details.find("structural_zero");
    if (scores[i].score.value && (structural == nullptr || !structural->as_bool())) continue;
    for (auto& [name, value] : requests[i].parameters) {
      if (name == "model" && to_text(value) != "cart") {
        value = Value("cart");
        again = i;
      } else if (name == "permutations") {
        value = Value(5);
      }
    }
  }
  return again;
}

void add_sample_references(const KeyedPair& holdout, const Run& run, std::vector<compare::Scored>& scores) {
  for (compare::Scored& scored : scores) {
    const bool useful = compare::side_of(*scored.request) == Side::utility;
    Score& score = scored.score;
    if (!useful || !score.value || score.details.find("reference") != nullptr) continue;
    Warnings said_already;
    const std::vector<compare::MeasureRequest> same{*scored.request};
    const Score another = score_all(holdout, same, run, said_already).front().score;
    Value reference = Value::object();
    reference.set("value", another.value ? Value(*another.value) : Value())
        .set("of", "the holdout in place of the synthetic file");
    score.details.set("reference", std::move(reference));
  }
}

std::vector<std::string> row_measures() {
  std::vector<std::string> result;
  for (const Measure& measure : compare::measures()) {
    const MeasureInfo& info = measure.info;
    const bool by_row = info.needs_mapping || info.name == "cm1" || info.name == "cm2";
    if (info.by_default == ByDefault::always && by_row) result.push_back(info.name);
  }
  return result;
}

}  // namespace sfumato::jobs
