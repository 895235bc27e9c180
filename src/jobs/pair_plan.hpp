// Measures of records that lie in parts, an original and its masked table record by record: which measures
// these can be, which columns they compare, and which looks at the records they need.
#pragma once

#include <string>
#include <vector>

#include "jobs/measure.hpp"

namespace sfumato::jobs {

// Is this a measure that takes pairs of records in parts?
bool is_pair_measure(const std::string& name);

// Takes such measures and their settings out of a request; their names.
std::vector<std::string> take_pair_measures(MeasureRequest& request);

struct PairMeasure {
  std::string name;
  ParamValues params;
};

struct PairPlan {
  std::vector<PairMeasure> measures;
  std::vector<std::string> numbers;     // compared columns of numbers
  std::vector<std::string> categories;  // others, whose categories are counted
  std::vector<std::string> columns;     // all of them, in their order
  bool paired = false;                  // does a measure need to know which record came from which?

  const PairMeasure* find(std::string_view measure) const;
  bool ranks() const;
  // "facts", "squares", "widths", "ranks", "steps" and "categories", as far as they are needed.
  std::vector<std::string> stages() const;
};

// Tables of the request have no rows. A measure or a column that does not lie in parts is an error.
PairPlan pair_plan(const MeasureRequest& request, const Run& run);

}  // namespace sfumato::jobs
