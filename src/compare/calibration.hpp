// Calibration: the parameter at which a method gives a target value of a measure. Failures (out of range, a
// jump, a plateau, no direction) are results, with their numbers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compare/dial.hpp"
#include "compare/response_shape.hpp"

namespace sfumato::compare {

struct Calibration {
  bool reached = false;  // is `best` within the tolerance?
  // Is `best` the nearest on the safe side, since a whole-number dial passes over the target? Then how far.
  std::optional<double> safer_by;
  std::optional<CurvePoint> best;  // nearest to the target; none where the measure has no value anywhere
  // Around `best`, every parameter tried is within the tolerance; ends are known to about 2 %.
  std::optional<std::pair<double, double>> interval;
  double lowest = 0.0, highest = 0.0;  // of the values attained
  Shape shape = Shape::monotone;
  std::vector<CurvePoint> curve;   // everything that was tried, ascending
  std::string reason;              // why the target is not reached; empty when it is
  std::vector<std::string> notes;  // plateaus, turns and similar
};

// The values of a measure at some parameters, in their order.
using Response = std::function<std::vector<Estimate>(const std::vector<double>&)>;

// Scans the dial, brackets the target, and narrows the bracket until the value is within 1e-4 of the target
// (relative), or within its standard error and the tolerance with the parameter known to 2 %. Of several
// brackets the one nearest to the weak end of the dial is used. `tolerance` is relative to the target. A
// whole-number dial that cannot attain the target is at it with its nearest value on the `better` side.
Calibration calibrate(const DialRange& dial, double target, double tolerance, const Response& response,
                      std::optional<Better> better = std::nullopt);

}  // namespace sfumato::compare
