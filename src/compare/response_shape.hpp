// What the answer of a measure to a dial looks like, as a whole.
#pragma once

#include <string_view>
#include <vector>

#include "compare/trials.hpp"

namespace sfumato::compare {

// How a measure answers to the dial from end to end, beyond its standard errors: always in one direction,
// not at all, with turns, or without any direction to speak of.
enum class Shape { monotone, constant, turning, erratic };
std::string_view to_text(Shape shape);

struct CurvePoint {
  double parameter = 0.0;
  Estimate estimate;
};

// From points in ascending order of the parameter; those without a value are left out. Changes within two
// standard errors count as none; turns that make up less than 5 % of all change are overlooked, and from
// half of it on there is no direction.
Shape shape_of(const std::vector<CurvePoint>& curve);

}  // namespace sfumato::compare
