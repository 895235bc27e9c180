// A plan: an experiment as a document. It names the data, methods with grids of parameters, measures,
// user-defined scores and targets, so that a whole comparison is one command and can be repeated.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compare/expression.hpp"
#include "compare/plan_correlation.hpp"
#include "compare/plan_data.hpp"
#include "compare/plan_figure.hpp"
#include "compare/plan_grid.hpp"
#include "compare/plan_target.hpp"

namespace sfumato::compare {

struct PlanScore {
  std::string name;
  Expression expression;  // over the plan's measures
};

// Axes of the map of risk and utility; empty where the plan has no measure of that side.
struct PlanMap {
  std::string risk;
  std::string utility;
};

// One cell: a method with one point of its grid, on one of the plan's subjects.
struct PlanCell {
  const PlanMethod* method = nullptr;
  std::size_t cell = 0;     // of the method's grid
  std::size_t subject = 0;  // position in the plan's data
};

struct Plan {
  std::string title;
  std::optional<std::uint64_t> seed;  // none: from the operating system
  std::size_t replicates = 1;         // draws of methods that draw
  std::vector<PlanData> data;         // the subjects: data sets with their sets of columns; one at least
  std::vector<MeasureRequest> measures;
  std::map<std::string, ParamValues> settings;  // of measures, also of those that targets alone name
  std::vector<std::pair<std::string, std::string>> tables;  // files that settings name: as written, and path
  std::vector<PlanMethod> methods;
  std::vector<PlanScore> scores;
  std::vector<std::string> ranks;  // measures and scores by which cells are ranked
  std::vector<PlanTarget> targets;
  PlanMap map;
  std::vector<PlanFigure> figures;
  std::vector<PlanCorrelation> correlations;

  // On all subjects together.
  std::size_t cells() const;
  // In the order of results: subjects, then methods, then the points of their grids.
  std::vector<PlanCell> all_cells() const;

  bool several_data_sets() const { return data.back().data_set > 0; }
  // Has some data set several sets of columns?
  bool several_column_sets() const { return data.size() > data.back().data_set + 1; }
  // "census.csv; FICA, FEDTAX": what distinguishes a subject from the others; empty where there is one.
  std::string subject_name(std::size_t subject) const;
  // The label of the method, and where it does not say on which subject: that, in brackets.
  std::string label_of(const PlanCell& cell) const;
};

// From a document in the format of docs/plans.md. Anything unknown is an error that names
// `source`, the section and the key; paths are relative to `source`.
Plan parse_plan(const Value& document, const std::string& source);

// A measure with the settings of the plan.
MeasureRequest plan_request(const Plan& plan, const std::string& measure);

}  // namespace sfumato::compare
