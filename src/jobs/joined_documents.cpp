// The first document gives what all have in common.
#include "jobs/joined_documents.hpp"

#include <algorithm>
#include <array>

#include "compare/expression.hpp"
#include "compare/measures.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"
#include "core/text_list.hpp"
#include "risk/household_risk.hpp"

namespace sfumato::jobs {
namespace {

void check_documents(const std::vector<Value>& documents) {
  const bool objects =
      std::all_of(documents.begin(), documents.end(), [](const Value& one) { return one.is_object(); });
  if (documents.empty() || !objects) bad_input("there is no document to join", "give at least one");
}

// The members of all objects of this name, the later ones in place of earlier ones of the same name.
Value joined_members(const std::vector<Value>& documents, const char* name) {
  Value all = Value::object();
  for (const Value& document : documents) {
    const Value* own = document.find(name);
    if (own == nullptr || !own->is_object()) continue;
    for (const auto& [key, value] : own->as_object()) all.set(key, value);
  }
  return all;
}

Value in_order(const Value& all, const std::vector<std::string>& order) {
  Value result = Value::object();
  for (const std::string& name : order) {
    if (const Value* found = all.find(name)) result.set(name, *found);
  }
  for (const auto& [name, value] : all.as_object()) {
    if (result.find(name) == nullptr) result.set(name, value);
  }
  return result;
}

const Value::Array& list_of(const Value& document, const char* name) {
  static const Value::Array none;
  const Value* list = document.find(name);
  return list != nullptr && list->is_array() ? list->as_array() : none;
}

WarningGrade grade_of(const Value& name) {
  for (const WarningGrade grade : {WarningGrade::stop, WarningGrade::note}) {
    if (name == Value(to_text(grade))) return grade;
  }
  return WarningGrade::mind;
}

const Value& first_column(const Value& document) {
  const Value::Array& columns = list_of(document, "columns");
  if (columns.size() != 1) bad_input("a document of one column has " + std::to_string(columns.size()));
  return columns.front();
}

constexpr std::array side_by_side{"cm1", "cm2", "rank-linkage"};
constexpr std::array in_ranks{"power-mean", "permutation-distance"};

template <class Names>
bool one_of(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void leave_out(Value& score, const std::string& note) {
  score.set("value", Value()).set("details", Value::object()).set("note", note).set("reading", "");
}

}  // namespace

Warnings joined_warnings(const std::vector<Value>& documents) {
  Warnings joined;
  for (const Value& document : documents) {
    const auto &own = list_of(document, "warnings"), &grades = list_of(document, "warning_grades");
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!own[i].is_text()) continue;
      joined.add_new(Warning{own[i].as_text(), i < grades.size() ? grade_of(grades[i]) : WarningGrade::mind});
    }
  }
  return joined;
}

JoinedMeasures joined_measures(const std::vector<Value>& documents, const std::vector<std::string>& columns,
                               const std::vector<std::string>& order, const std::vector<std::string>& notes) {
  check_documents(documents);
  JoinedMeasures joined{Value::object(), {}};
  Value& result = joined.document;
  for (const auto& [name, value] : documents.front().as_object()) {
    if (name != "report") result.set(name, value);  // which is of the first one alone
  }
  result.set("columns", Value::array_of(columns));
  for (const char* name : {"measures", "before", "after"}) {
    const Value all = joined_members(documents, name);
    if (result.find(name) != nullptr || !all.as_object().empty()) result.set(name, in_order(all, order));
  }
  joined.warnings = joined_warnings(documents);
  for (const std::string& note : notes) joined.warnings.add_new(Warning{note, WarningGrade::note});
  return joined;
}

void set_households(Value& document, const char* section, const std::vector<Value>& states) {
  static constexpr const char* measure = "individual-risk";
  const Value* scores = document.find(section);
  const Value* score = scores == nullptr ? nullptr : scores->find(measure);
  if (score == nullptr || score->find("value") == nullptr || !score->at("value").is_number()) return;
  risk::HouseholdTally tally;
  for (const Value& state : states) tally.merge(risk::HouseholdTally::of_state(state));
  Value changed = *scores, entry = *score, details = score->at("details");
  tally.describe(details);
  entry.set("details", details).set("reading", score->at("reading").as_text() + tally.words());
  changed.set(measure, entry);
  document.set(section, changed);
}

InspectedKeys inspected_keys(const std::vector<Value>& documents) {
  InspectedKeys result;
  for (const Value& document : documents) {
    const Value& column = first_column(document);
    const Value *name = column.find("name"), *role = column.find("role");
    if (name == nullptr || !name->is_text() || role == nullptr || !role->is_text()) continue;
    if (role->as_text() == "quasi-identifier") result.keys.push_back(name->as_text());
    if (role->as_text() == "unit") result.units.push_back(name->as_text());
  }
  return result;
}

Value joined_inspections(const std::vector<Value>& documents, const Value* keys) {
  check_documents(documents);
  Value result = documents.front(), columns = Value::array(), declared = Value::object();
  for (const Value& document : documents) {
    columns.push(first_column(document));
    const Value* sidecar = document.find("sidecar");
    const Value* own = sidecar == nullptr ? nullptr : sidecar->find("columns");
    if (own == nullptr || !own->is_object()) continue;
    for (const auto& [name, value] : own->as_object()) declared.set(name, value);
  }
  const Value* known = result.find("sidecar");
  Value sidecar = known != nullptr && known->is_object() ? *known : Value::object();
  result.set("columns", columns).set("sidecar", sidecar.set("columns", declared));
  const Value* unique = keys == nullptr ? nullptr : keys->find("uniqueness");
  if (unique != nullptr) result.set("uniqueness", *unique);
  return result;
}

void mark_sampled(Value& document, Warnings& warnings, const SampledMeasures& taken) {
  document.set("rows", taken.records);
  const bool some = taken.sampled < taken.records;
  Value scores = document.at("measures");
  std::vector<std::string> estimated;
  bool risks = false;
  for (const std::string& name : taken.measures) {
    const Value* score = scores.find(name);
    if (score == nullptr) continue;
    Value entry = *score;
    if (!taken.paired && one_of(side_by_side, name)) {
      leave_out(entry, "it is not known which records are the same, and their order says nothing");
    } else if (some && one_of(in_ranks, name)) {
      leave_out(entry, "its value is in ranks of all records, which a sample does not have");
    } else if (some) {
      Value details = score->at("details");
      if (!details.is_object()) details = Value::object();
      entry.set("details", details.set("sampled_records", taken.sampled)
                               .set("of_records", taken.records)
                               .set("approximate", true));
      estimated.push_back(name);
      risks = risks || compare::measure(name).info.side == Side::risk;
    }
    scores.set(name, entry);
  }
  document.set("measures", scores);
  if (estimated.empty()) return;
  std::string text = enumerated(estimated) + ": approximate, measured on " + std::to_string(taken.sampled) +
                     " of " + std::to_string(taken.records) + " records, which were drawn";
  if (risks) text += "; among fewer records a link is easier, so that risks of links are overstated";
  warnings.add_new(Warning{text, WarningGrade::note});
}

void add_scores(Value& document, const std::vector<std::string>& expressions) {
  if (expressions.empty()) return;
  const Value& scores = document.at("measures");
  Value list = Value::array();
  for (const std::string& typed : expressions) {
    const auto expression = compare::Expression::parse(typed, entry_names(compare::measures()));
    list.push(expression.described(expression.evaluate([&](const std::string& name) -> std::optional<double> {
      const Value* score = scores.find(name);
      const Value* value = score == nullptr ? nullptr : score->find("value");
      if (value == nullptr || !value->is_number()) return std::nullopt;
      return value->as_number();
    })));
  }
  document.set("scores", list);
}

}  // namespace sfumato::jobs
