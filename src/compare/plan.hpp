// A plan: an experiment as a document. It names the data, methods with grids of parameters, measures,
// user-defined scores and targets, so that a whole comparison is one command and can be repeated.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compare/expression.hpp"
#include "compare/plan_figure.hpp"
#include "compare/plan_grid.hpp"
#include "compare/plan_target.hpp"
#include "io/table_file.hpp"

namespace sfumato::compare {

// Standard normal columns with equal correlations.
struct NormalData {
  std::size_t rows = 0;
  std::size_t columns = 0;
  double correlation = 0.0;
};

// A file, or one of two kinds of made-up data.
struct PlanData {
  std::string path;      // path of the file; empty: made-up data
  std::string sample;    // the name of a made-up data set
  std::size_t rows = 0;  // of the sample
  std::optional<NormalData> normal;
  std::uint64_t seed = 1;            // of made-up data
  std::vector<std::string> columns;  // that are protected and compared; empty: by role or kind
  io::ReadOptions read;              // its declarations apply to made-up data too
  std::string description;           // "people.csv" as the plan writes it, "sample people, 1000 rows"
};

struct PlanScore {
  std::string name;
  Expression expression;  // over the plan's measures
};

// Axes of the map of risk and utility; empty where the plan has no measure of that side.
struct PlanMap {
  std::string risk;
  std::string utility;
};

struct Plan {
  std::string title;
  std::optional<std::uint64_t> seed;  // none: from the operating system
  std::size_t replicates = 1;         // draws of methods that draw
  PlanData data;
  std::vector<MeasureRequest> measures;
  std::map<std::string, ParamValues> settings;  // of measures, also of those that targets alone name
  std::vector<std::pair<std::string, std::string>> tables;  // files that settings name: as written, and path
  std::vector<PlanMethod> methods;
  std::vector<PlanScore> scores;
  std::vector<PlanTarget> targets;
  PlanMap map;
  std::vector<PlanFigure> figures;

  std::size_t cells() const;
};

// From a document in the format of docs/plans.md. Anything unknown is an error that names
// `source`, the section and the key; paths are relative to `source`.
Plan parse_plan(const Value& document, const std::string& source);

// A measure with the settings of the plan.
MeasureRequest plan_request(const Plan& plan, const std::string& measure);

}  // namespace sfumato::compare
