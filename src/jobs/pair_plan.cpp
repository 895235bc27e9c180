// The job `measure` itself says which columns each measure takes, so that there is one rule for them.
#include "jobs/pair_plan.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "risk/searched_pairs.hpp"

namespace sfumato::jobs {
namespace {

constexpr std::array pair_measures{"interval-disclosure",
                                   "interval-disclosure-sd",
                                   "distance-linkage",
                                   "rank-linkage",
                                   "permutation-distance",
                                   "sse",
                                   "marginals"};

bool text(const Value* value) { return value != nullptr && value->is_text() && !value->as_text().empty(); }

void check_parameters(const std::string& measure, const ParamValues& params) {
  if (measure == "distance-linkage" && !risk::scales_columns(params)) {
    bad_param("set", "distance-linkage by Mahalanobis' distance needs all records in one place",
              "take another distance-linkage.scale");
  }
  for (const auto& [name, value] : params) {
    if (measure == "marginals" && name == "holdout" && text(&value)) {
      bad_param("set", "a holdout of marginals needs all records in one place",
                "leave out marginals.holdout");
    }
  }
}

// Is a column one of numbers in both tables?
bool numbers_in(const Table& original, const Table& masked, ColumnId id) {
  return original.info(id).kind == Kind::numeric && !original.column(id).is_text() &&
         !masked.column(id).is_text();
}

void check_column(const std::string& measure, const Table& original, const Table& masked, ColumnId id) {
  const ColumnInfo& info = original.info(id);
  const auto refuse = [&](const std::string& what) {
    bad_param("columns",
              measure + " of records in parts takes numbers, and column '" + info.name + "' " + what,
              "leave it out of ‹columns›, or measure the files on one machine");
  };
  if (info.kind != Kind::numeric || original.column(id).is_text()) refuse("has categories");
  if (masked.column(id).is_text()) refuse("has texts in the masked table");
  if (info.tree != nullptr || masked.info(id).tree != nullptr) refuse("has a hierarchy");
}

// A column of texts without rows is read as numbers where the original has numbers; its records would not be.
void check_released(const PairPlan& plan, const Table& masked) {
  for (const std::string& name : plan.numbers) {
    const std::optional<ColumnId> id = masked.find(name);
    if (!id || !masked.column(*id).is_text()) continue;
    bad_param(
        "columns",
        "measures of records in parts take numbers, and column '" + name + "' has texts in the masked table",
        "leave it out of ‹columns›, or measure the files on one machine");
  }
}

}  // namespace

bool is_pair_measure(const std::string& name) {
  return std::find(pair_measures.begin(), pair_measures.end(), name) != pair_measures.end();
}

std::vector<std::string> take_pair_measures(MeasureRequest& request) {
  std::vector<std::string> taken;
  std::erase_if(request.measures, [&](const std::string& name) {
    if (is_pair_measure(name)) taken.push_back(name);
    return is_pair_measure(name);
  });
  std::erase_if(request.settings, [&](const std::string& typed) {
    return std::any_of(taken.begin(), taken.end(),
                       [&](const std::string& name) { return typed.starts_with(name + "."); });
  });
  return taken;
}

const PairMeasure* PairPlan::find(std::string_view measure) const {
  const auto found = std::find_if(measures.begin(), measures.end(),
                                  [&](const PairMeasure& one) { return one.name == measure; });
  return found == measures.end() ? nullptr : &*found;
}

bool PairPlan::ranks() const {
  return find("interval-disclosure") != nullptr || find("rank-linkage") != nullptr ||
         find("permutation-distance") != nullptr;
}

std::vector<std::string> PairPlan::stages() const {
  std::vector<std::string> result{"facts"};
  const bool sd = find("interval-disclosure-sd") != nullptr;
  if (sd || find("sse") != nullptr || find("distance-linkage") != nullptr) result.emplace_back("squares");
  if (sd) result.emplace_back("widths");
  if (ranks()) result.emplace_back("ranks");
  if (find("marginals") != nullptr && !numbers.empty()) result.emplace_back("steps");
  if (find("marginals") != nullptr && !categories.empty()) result.emplace_back("categories");
  return result;
}

PairPlan pair_plan(const MeasureRequest& request, const Run& run) {
  if (request.masked.size() != 1) {
    bad_input("measure '" + (request.measures.empty() ? std::string("of pairs") : request.measures.front()) +
                  "' compares a masked file with its original",
              "give one masked table");
  }
  PairPlan plan;
  std::vector<std::string> compared;  // by measures of numbers, which all take the same columns
  MeasureRequest asked = request;
  asked.exposure = false;
  asked.scores_of_parts = [&](const MeasureInfo& info, const Table& original, const Table& masked,
                              const ColumnSet& columns, const ParamValues& params, const Run&) -> Score {
    if (!is_pair_measure(info.name)) {
      bad_param(
          "measures", "measure '" + info.name + "' needs all records in one place",
          "take " + enumerated({pair_measures.begin(), pair_measures.end()}) + ", or a measure of keys");
    }
    check_parameters(info.name, params);
    plan.measures.push_back({info.name, params});
    plan.paired = plan.paired || info.needs_mapping || info.name == "rank-linkage";
    if (info.name == "marginals") {
      for (const ColumnId id : columns) {
        plan.columns.push_back(original.info(id).name);
        if (!numbers_in(original, masked, id)) plan.categories.push_back(original.info(id).name);
      }
      return {};
    }
    for (const ColumnId id : columns) check_column(info.name, original, masked, id);
    compared = original.names(columns);
    return {};
  };
  measure(asked, run);
  if (plan.columns.empty()) plan.columns = compared;
  for (const std::string& name : plan.columns) {
    const bool category =
        std::find(plan.categories.begin(), plan.categories.end(), name) != plan.categories.end();
    if (!category) plan.numbers.push_back(name);
  }
  check_released(plan, request.masked.front().read({}, run).table);
  if (!compared.empty() && compared != plan.numbers) {
    bad_param("columns", "measures of pairs in parts compare the same columns of numbers",
              "name these columns with ‹columns›");
  }
  return plan;
}

}  // namespace sfumato::jobs
