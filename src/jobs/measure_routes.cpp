// Measures of keys take counts; others take pairs where the compared columns and the parameters allow it.
#include "jobs/measure_routes.hpp"

#include <algorithm>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "jobs/pair_plan.hpp"

namespace sfumato::jobs {
namespace {

bool named(const MeasureRequest& request) {
  return !request.measures.empty() || !request.expressions.empty();
}

bool counted(const std::string& measure) { return compare::measure(measure).info.counted; }

// The request with these measures alone, and their settings.
MeasureRequest with_measures(const MeasureRequest& request, const std::vector<std::string>& names) {
  MeasureRequest result = request;
  result.measures = names;
  result.expressions.clear();
  result.as_by_default = !named(request);
  std::erase_if(result.settings, [&](const std::string& typed) {
    return std::none_of(names.begin(), names.end(),
                        [&](const std::string& name) { return typed.starts_with(name + "."); });
  });
  return result;
}

// What the job itself takes and compares; whatever is wrong with the request is an error.
void set_measures(const MeasureRequest& request, const Run& run, MeasureRoutes& routes) {
  MeasureRequest asked = request;
  asked.count.clear();
  asked.exposure = false;
  asked.scores_of_parts = [](const MeasureInfo&, const Table&, const Table&, const ColumnSet&,
                             const ParamValues&, const Run&) { return Score{}; };
  const MeasureResult taken = measure(asked, run);
  for (const compare::MeasureRequest& one : taken.requests) routes.order.push_back(one.measure->info.name);
  routes.columns = taken.columns;
  for (const Warning& warning : taken.warnings) {
    if (warning.grade == WarningGrade::note) routes.notes.push_back(warning.text);
  }
}

bool lies_in_pairs(const MeasureRequest& request, const std::vector<std::string>& names, const Run& run) {
  MeasureRequest asked = with_measures(request, names);
  asked.count.clear();
  try {
    return pair_plan(asked, run).measures.size() == names.size();  // else some take none of the columns
  } catch (const Error&) {                                         // the request itself is known to be right
    return false;
  }
}

// Can it be a pair where it is not known which record came from which?
bool needs_no_partners(const std::string& name) { return name == "marginals"; }

MeasureRoutes with_samples(const MeasureRequest& request, const Run& run) {
  MeasureRoutes routes;
  set_measures(request, run, routes);
  for (const std::string& name : routes.order) {
    if (counted(name)) {
      routes.counts.push_back(name);
      continue;
    }
    std::vector<std::string> together = routes.pairs;
    together.push_back(name);
    const bool possible = is_pair_measure(name) && (!request.no_mapping || needs_no_partners(name));
    std::vector<std::string>& route =
        possible && lies_in_pairs(request, together, run) ? routes.pairs : routes.sampled;
    route.push_back(name);
  }
  const MeasureRequest of_counts = named(request) ? with_measures(request, routes.counts) : request;
  if (!routes.counts.empty()) routes.groups = count_groups(of_counts).groups;
  return routes;
}

}  // namespace

MeasureRoutes measure_routes(const MeasureRequest& request, bool samples, const Run& run) {
  if (samples && !(request.masked.empty() && !named(request))) return with_samples(request, run);
  MeasureRoutes routes;
  MeasureRequest rest = request;
  routes.pairs = take_pair_measures(rest);
  CountGroups counted;
  if (routes.pairs.empty() || !rest.measures.empty()) counted = count_groups(rest);
  routes.groups = std::move(counted.groups);
  routes.columns = std::move(counted.columns);
  routes.counts = rest.measures;
  routes.order = routes.pairs.empty() ? std::move(counted.order) : request.measures;
  return routes;
}

}  // namespace sfumato::jobs
