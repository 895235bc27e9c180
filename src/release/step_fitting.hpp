// What one step finds in a table, as parameters with which it does the same to any other: levels, cut points,
// limits.
#pragma once

#include <string>

#include "masking/step.hpp"

namespace sfumato::release {

// The parameters with what was fitted; `anew` says why nothing was.
struct FittedStep {
  ParamValues params;
  std::string anew = {};
};

// Applies the step to find it.
FittedStep fitted_step(const masking::Step& step, const Table& table, const Run& run);

// The value of a parameter; null where there is none of that name.
const Value* step_param(const ParamValues& params, std::string_view name);

}  // namespace sfumato::release
