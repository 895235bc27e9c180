// Records are drawn by a stream of their own, so that the same seed splits off the same ones.
#include "jobs/compare_holdout.hpp"

#include <algorithm>

#include "compare/measures.hpp"
#include "core/error.hpp"
#include "jobs/synthetic_files.hpp"
#include "stats/samples/record_sample.hpp"
#include "stats/samples/whole_groups.hpp"

namespace sfumato::jobs {
namespace {

constexpr const char* split_holdout = "the records split off";

// The measures that are asked for, each with the parameter that names it.
std::vector<std::pair<std::string, std::string>> asked_measures(const compare::JobRequest& wanted) {
  std::vector<std::pair<std::string, std::string>> result;
  for (const compare::NamedTarget& target : wanted.targets) result.emplace_back(target.measure, "equal");
  for (const compare::NamedTarget& limit : wanted.at_most) result.emplace_back(limit.measure, "at-most");
  for (const std::string& name : wanted.rank_by) result.emplace_back(name, "rank-by");
  return result;
}

bool has_holdout(const compare::JobRequest& wanted, const std::string& measure) {
  return std::any_of(wanted.settings.begin(), wanted.settings.end(),
                     [&](const std::string& typed) { return typed.starts_with(measure + ".holdout="); });
}

// Measures that are asked for and have a holdout get the records that were split off, unless one is set.
void set_split_holdout(compare::JobRequest& wanted) {
  for (const auto& [name, param] : asked_measures(wanted)) {
    const auto& params = compare::measure(name).params;
    const bool takes = std::any_of(params.begin(), params.end(),
                                   [](const ParamInfo& info) { return info.name == "holdout"; });
    if (takes && !has_holdout(wanted, name)) wanted.settings.push_back(name + ".holdout=" + split_holdout);
  }
}

// Without a holdout such a measure has no value for any method.
void require_holdouts(const compare::JobRequest& wanted) {
  for (const auto& [name, param] : asked_measures(wanted)) {
    if (!needs_holdout(name) || has_holdout(wanted, name)) continue;
    bad_param(param, name + " needs records of the same population that no method sees",
              "set ‹holdout-share›, or name a file of them with ‹set›: " + name + ".holdout=FILE");
  }
}

}  // namespace

Table split_off(Table& table, double share, const Run& run) {
  const std::size_t rows = table.rows();
  const auto size = static_cast<std::size_t>(share * static_cast<double>(rows));
  const auto households = stats::groups_by_role(table);
  const std::vector<std::size_t> held = households
                                            ? stats::drawn_groups(*households, size, run.rng("holdout"))
                                            : stats::drawn_records(rows, size, run.rng("holdout")).rows;
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < rows; ++row) {
    if (!std::binary_search(held.begin(), held.end(), row)) kept.push_back(row);
  }
  Table holdout = table.taking_rows(held);
  table = table.taking_rows(kept);
  return holdout;
}

Run with_split_holdout(const CompareRequest& request, compare::JobRequest& wanted, Table& table,
                       const Run& run, Warnings& warnings) {
  Run result = run;
  if (request.holdout_share > 0.0) {
    if (!request.candidates.empty()) {
      bad_param(
          "holdout-share",
          "‹holdout-share› and ‹candidates› cannot be used together: finished releases may be made from "
          "the records that would be split off",
          "give records that none of them has seen with ‹set›, for example membership.holdout=FILE");
    }
    const std::size_t all = table.rows();
    result = run.with_table(split_holdout, split_off(table, request.holdout_share, run));
    set_split_holdout(wanted);
    warnings.add(std::to_string(all - table.rows()) + " of " + std::to_string(all) +
                     " records are split off as the holdout: no method sees them, and no release has them",
                 WarningGrade::note);
  }
  require_holdouts(wanted);
  return result;
}

}  // namespace sfumato::jobs
