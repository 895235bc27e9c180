// The original is measured as its own release.
#include "jobs/key_risks.hpp"

#include <algorithm>
#include <numeric>

#include "compare/measures.hpp"
#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

bool has_keys(const Measure& measure) {
  return std::any_of(measure.params.begin(), measure.params.end(),
                     [](const ParamInfo& info) { return info.name == "keys"; });
}

bool about_keys(const compare::MeasureRequest& request) {
  return compare::of_one_file(request.measure->info) || request.measure->info.name == "contingency";
}

// Keys, or the target of a synthetic file: columns that need not be among the compared ones. Other targets,
// such as that of a classification, are predicted from the compared columns alone.
bool names_columns(const compare::MeasureRequest& request) {
  const bool synthetic = request.measure->info.by_default == ByDefault::synthetic;
  return std::any_of(request.parameters.begin(), request.parameters.end(), [&](const auto& entry) {
    return (entry.first == "keys" || (synthetic && entry.first == "target")) &&
           !to_text(entry.second).empty();
  });
}

const compare::TablePair& pair_for(const compare::MeasureRequest& request, const KeyedPair& pair) {
  if (!request.named && about_keys(request)) return pair.keys;
  return names_columns(request) ? pair.all : pair.compared;
}

}  // namespace

ColumnSet declared_keys(const Table& original, const std::vector<std::string>& named) {
  ColumnSet keys;
  for (const std::string& name : named) {
    const ColumnId id = original.require(name);
    if (std::find(keys.begin(), keys.end(), id) != keys.end()) {
      bad_param("keys", "‹keys› names '" + name + "' twice");
    }
    keys.push_back(id);
  }
  for (ColumnId id = 0; named.empty() && id < original.column_count(); ++id) {
    if (original.info(id).role == Role::quasi_identifier) keys.push_back(id);
  }
  return keys;
}

void add_measures_of_keys(std::vector<compare::MeasureRequest>& requests) {
  for (const char* name :
       {"k-anonymity", "individual-risk", "uniqueness", "reidentification", "contingency", "suppressed"}) {
    const bool there = std::any_of(requests.begin(), requests.end(),
                                   [&](const auto& request) { return request.measure->info.name == name; });
    if (there) continue;
    const Measure& measure = compare::measure(name);
    requests.push_back({&measure, resolve_params(measure.params, {}, name), false});
  }
}

void set_keys(std::vector<compare::MeasureRequest>& requests, const std::vector<std::string>& keys,
              bool named_too) {
  for (compare::MeasureRequest& request : requests) {
    if ((request.named && !named_too) || !has_keys(*request.measure)) continue;
    for (auto& [name, value] : request.parameters) {
      if (name == "keys" && to_text(value).empty()) value = Value::array_of(keys);
    }
  }
}

ColumnChoice with_keys(const ColumnChoice& choice, const ColumnSet& keys) {
  ColumnChoice result = choice;
  for (const ColumnId key : keys) {
    if (std::find(result.columns.begin(), result.columns.end(), key) == result.columns.end()) {
      result.columns.push_back(key);
    }
  }
  return result;
}

KeyedPair keyed_pair(const compare::TablePair& pair, const ColumnChoice& choice, const ColumnSet& keys,
                     const ColumnChoice& all) {
  ColumnSet compared(choice.columns.size()), places;
  std::iota(compared.begin(), compared.end(), ColumnId{0});
  for (const ColumnId key : keys) {
    const auto found = std::find(all.columns.begin(), all.columns.end(), key);
    places.push_back(static_cast<ColumnId>(found - all.columns.begin()));
  }
  return {compare::with_columns(pair, compared), compare::with_columns(pair, places), pair};
}

std::vector<compare::Scored> score_all(const KeyedPair& pair,
                                       const std::vector<compare::MeasureRequest>& requests, const Run& run,
                                       Warnings& warnings) {
  std::vector<compare::Scored> result(requests.size());
  for (const compare::TablePair* part : {&pair.compared, &pair.keys, &pair.all}) {
    std::vector<compare::MeasureRequest> taken;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (&pair_for(requests[i], pair) != part) continue;
      taken.push_back(requests[i]);
      places.push_back(i);
    }
    if (taken.empty()) continue;
    std::vector<compare::Scored> scores = compare::score_all(*part, taken, run, warnings);
    for (std::size_t i = 0; i < places.size(); ++i) {
      result[places[i]] = {&requests[places[i]], std::move(scores[i].score)};
    }
  }
  return result;
}

std::vector<compare::Scored> risks_before(const Table& original, const ColumnChoice& choice,
                                          const ColumnSet& keys,
                                          const std::vector<compare::MeasureRequest>& requests,
                                          const Run& run) {
  const ColumnChoice wide = with_keys(choice, keys);
  const KeyedPair itself =
      keyed_pair(compare::pair_of(original, original, wide, "the original"), choice, keys, wide);
  std::vector<compare::Scored> result;
  Warnings known;  // the same as those of the masked table
  for (const compare::MeasureRequest& request : requests) {
    if (!compare::of_one_file(request.measure->info)) continue;
    result.push_back({&request, score_all(itself, {request}, run, known).front().score});
  }
  return result;
}

}  // namespace sfumato::jobs
