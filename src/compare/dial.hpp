// The dial of a method: the parameter that sets its strength, and its search range.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/params.hpp"

namespace sfumato::compare {

struct DialRange {
  std::string parameter;
  std::string unit = {};
  bool integer = false;
  bool logarithmic = false;  // searched on a logarithmic scale, above `smallest`
  bool more_is_safer = true;
  double lower = 0.0;
  double upper = 0.0;
  double smallest = 0.0;  // of the logarithmic scale; a lower end below it is tried by itself

  // As the parameter takes it.
  Value value(double at) const;
  // The scale on which steps are equal.
  double to_scale(double at) const;
  double from_scale(double position) const;  // rounded for integers
};

// `info` must be a number or an integer with two ends. Integers end at the number of records.
DialRange dial_range(const ParamInfo& info, std::size_t rows);

// About `count` parameters from end to end, ascending, equally far apart on the dial's scale.
std::vector<double> scan_points(const DialRange& dial, std::size_t count);

}  // namespace sfumato::compare
