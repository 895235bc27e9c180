// A privacy model as written in a promise, "l-diversity:COLUMN:distinct:3", and its value for a class of
// records. The text is parsed separately here, so that verification stays independent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/hierarchy.hpp"

namespace sfumato::verify {

struct ClassModel {
  std::string name;     // "l-diversity"
  std::string column;   // empty: it counts records alone
  std::string variant;  // "distinct"; empty where there is one
  double first = 0.0;   // C of recursive diversity and of (c,k)-safety, the least share of δ-presence
  double bound = 0.0;
};
// None: the model is not known here.
std::optional<ClassModel> read_model(const std::string& text);

// The values of the confidential column: how many records of a class, and of the whole file with its
// suppressed records, have each. They are in order where they have one; missing values are not counted.
struct ValueCounts {
  std::vector<double> of_class;
  std::vector<double> of_all;
};

// What the model bounds, for one class: its diversity, distance, or largest gain; for recursive diversity
// c·(f_l + …) − f₁, which must be above 0. `levels` are the codes of the values at each level of their
// hierarchy, up to one root, for hierarchical distances. For a class without any value it is 0: no diversity,
// and no distribution that could reveal something.
double model_value(const ClassModel& model, const ValueCounts& counts,
                   const std::vector<std::vector<std::size_t>>& levels = {});

// Is larger better, and does this value satisfy the bound?
bool wants_more(const ClassModel& model);
bool suffices(const ClassModel& model, double value);

}  // namespace sfumato::verify
