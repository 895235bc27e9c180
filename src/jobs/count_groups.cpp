// The rules are those of the measures themselves: risk/key_columns says which columns are keys.
#include "jobs/count_groups.hpp"

#include <algorithm>
#include <array>

#include "compare/measures.hpp"
#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "jobs/key_risks.hpp"
#include "risk/key_columns.hpp"

namespace sfumato::jobs {
namespace {

constexpr std::array weighted_measures{"individual-risk", "uniqueness", "reidentification", "model-risk"};

bool takes_weights(const std::string& measure) {
  return std::find(weighted_measures.begin(), weighted_measures.end(), measure) != weighted_measures.end();
}

const Value* parameter(const compare::MeasureRequest& request, std::string_view name) {
  for (const auto& [own, value] : request.parameters) {
    if (own == name) return &value;
  }
  return nullptr;
}

// Declared keys that the masked table has; named ones.
ColumnSet keys_of(const MeasureRequest& request, const Table& original, const Table& masked) {
  ColumnSet keys = declared_keys(original, request.keys);
  if (request.keys.empty()) {
    std::erase_if(keys, [&](ColumnId key) { return !masked.find(original.info(key).name); });
  }
  return keys;
}

// The columns that a measure reads, of those that it is given.
ColumnSet columns_read(const compare::MeasureRequest& request, const Table& original,
                       const ColumnSet& given) {
  const Value* named = parameter(request, "keys");
  if (named == nullptr) return given;
  std::vector<std::string> keys;
  if (named->is_array()) {
    for (const Value& name : named->as_array()) keys.push_back(name.as_text());
  }
  std::optional<ColumnId> confidential;
  if (const Value* column = parameter(request, "column")) {
    confidential = risk::sensitive_column(original, given, column->is_text() ? column->as_text() : "");
  }
  ColumnSet result = risk::key_columns(original, given, keys, confidential);
  if (confidential) result.push_back(*confidential);
  return result;
}

CountGroup group_of(const compare::MeasureRequest& request, const Table& original, ColumnSet columns) {
  const std::string& name = request.measure->info.name;
  CountGroup group{{name}, {}, CountedWeights::none, ""};
  const std::optional<ColumnId> unit = risk::column_with_role(original, Role::unit);
  const std::optional<ColumnId> weight = risk::column_with_role(original, Role::weight);
  const bool of_keys = parameter(request, "keys") != nullptr;
  if (unit && of_keys && std::find(columns.begin(), columns.end(), *unit) == columns.end()) {
    columns.push_back(*unit);
  }
  if (weight && takes_weights(name)) {
    group.weight = original.info(*weight).name;
    group.weights = unit ? CountedWeights::each : CountedWeights::sums;
    if (unit) columns.push_back(*weight);
  }
  group.columns = original.names(columns);
  return group;
}

void add(std::vector<CountGroup>& groups, CountGroup group) {
  for (CountGroup& known : groups) {
    if (known.columns != group.columns || known.weights != group.weights) continue;
    known.measures.insert(known.measures.end(), group.measures.begin(), group.measures.end());
    return;
  }
  groups.push_back(std::move(group));
}

// Without names and with a masked table all measures read the keys: one group, and the measures by default.
CountGroup default_group(const Table& original, const ColumnSet& keys) {
  if (keys.empty()) {
    bad_param("keys", "no column is a quasi-identifier, so that no measure of keys is taken by default",
              "name them with ‹keys›, or name measures");
  }
  CountGroup group{{}, original.names(keys), CountedWeights::none, ""};
  const std::optional<ColumnId> unit = risk::column_with_role(original, Role::unit);
  if (unit) group.columns.push_back(original.info(*unit).name);
  if (const auto weight = risk::column_with_role(original, Role::weight)) {
    group.weight = original.info(*weight).name;
    group.weights = unit ? CountedWeights::each : CountedWeights::sums;
    if (unit) group.columns.push_back(group.weight);
  }
  return group;
}

}  // namespace

std::string_view to_text(CountedWeights weights) {
  return weights == CountedWeights::none ? "none" : weights == CountedWeights::sums ? "sums" : "each";
}

CountGroups count_groups(const MeasureRequest& request) {
  if (request.count.empty())
    bad_param("count", "no column of counts is named", "name the one that will be made");
  const Table& original = request.original.file.table;
  const Table masked = request.masked.empty() ? original : request.masked.front().read({}, Run()).table;
  const ColumnChoice choice = choose_columns(original, request.columns);
  if (choice.columns.empty()) {
    bad_input("there is no column to compare",
              "name some with ‹columns›; without roles, numeric columns are compared");
  }
  const ColumnSet keys = keys_of(request, original, masked);
  CountGroups result{{}, original.names(choice.columns), {}};
  std::vector<compare::MeasureRequest> requests = request.requests();
  const bool by_default = request.measures.empty() && request.expressions.empty();
  if (by_default && !request.masked.empty()) {
    result.groups.push_back(default_group(original, keys));
    return result;
  }
  set_keys(requests, original.names(keys), !request.keys.empty());
  for (const compare::MeasureRequest& one : requests) {
    result.order.push_back(one.measure->info.name);
    add(result.groups, group_of(one, original, columns_read(one, original, choice.columns)));
  }
  return result;
}

}  // namespace sfumato::jobs
