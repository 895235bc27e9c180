// A method of a plan with a grid of parameters: lists and ranges whose product is its cells. Cells are
// computed on demand, so that a large grid takes no memory.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compare/plan_section.hpp"
#include "compare/trials.hpp"

namespace sfumato::compare {

struct GridAxis {
  std::string parameter;
  std::vector<Value> values;  // checked
};

// How results call the data set and the set of columns of a cell.
struct SubjectNames {
  std::string data = {};
  std::string columns = {};
};

struct PlanMethod {
  const Method* method = nullptr;
  ParamValues params;                // complete; those of the axes have their first value
  std::vector<std::string> named;    // parameters that the plan names, in its order
  std::vector<GridAxis> axes;        // in the plan's order: the first varies slowest
  std::vector<std::string> columns;  // that it protects; empty: those of the data
  std::size_t replicates = 0;        // 0: the plan's
  std::string label;  // with {parameter}, {data} or {columns} for its value; empty: the method and `named`
  // Files that parameters name: as written, which is the value of the parameter, and their paths.
  std::vector<std::pair<std::string, std::string>> tables;
  // The parameters with hierarchies named by the paths of their files, which must be read.
  ParamValues located;

  std::size_t cells() const;
  // The parameters that the plan names, in one cell.
  ParamValues named_params(std::size_t cell) const;
  Candidate candidate(std::size_t cell) const;
  std::string label_of(std::size_t cell, const SubjectNames& subject = {}) const;
};

// Of one plan. The results of a cell take some kilobytes; this many cells would run for days.
inline constexpr std::size_t most_cells = 100'000;

// A list is one cell per value, { from, to, count, scale } and { from, to, step } are the values between
// two numbers; both ends belong to it. Values between the ends are rounded, to six significant digits on a
// logarithmic scale and to ten on others, so that 0.1 is 0.1; for an integer parameter they are integers, and
// equal ones count once. A list of names for a parameter that is a list of columns is one value.
PlanMethod parse_plan_method(const PlanSection& section, const std::string& source);

// "3", "0.1", "true", "a, b": a parameter's value as a plan would write it, without quotes.
std::string grid_text(const Value& value);

}  // namespace sfumato::compare
