// The overall shape of a measure as a function of a dial.
#pragma once

#include <string_view>
#include <vector>

#include "compare/trials.hpp"

namespace sfumato::compare {

// How a measure depends on the dial from end to end, beyond its standard errors: monotone, constant, with
// turns, or without a direction.
enum class Shape { monotone, constant, turning, erratic };
std::string_view to_text(Shape shape);

struct CurvePoint {
  double parameter = 0.0;
  Estimate estimate;
};

// From points in ascending order of the parameter; those without a value are left out. Changes within two
// standard errors count as none; turns of less than 5 % of all change are ignored, and from half of it on
// there is no direction.
Shape shape_of(const std::vector<CurvePoint>& curve);

}  // namespace sfumato::compare
