// The weakest setting of a dial at which several risks are all safe. A response need not be monotone, so that
// a whole-number dial is tried value by value where the risks become safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compare/dial.hpp"
#include "compare/trials.hpp"

namespace sfumato::compare {

// A risk that must not be exceeded.
struct Limit {
  std::size_t measure = 0;  // position in the trials
  double value = 0.0;
  Better better = Better::lower;  // which direction is safer
};

// At the limit or on its safe side, up to a relative 1e-9; no value is not safe.
bool is_safe(const std::optional<double>& value, const Limit& limit);
// The same for the mean of several draws, one standard error towards the unsafe side; of a single draw whose
// risk was estimated from a sample of the records, two.
bool is_safe(const Estimate& estimate, const Limit& limit);

// A setting and the risks there, in the order of the limits.
struct LimitedPoint {
  double parameter = 0.0;
  std::vector<Estimate> risks;
};

struct LeastProtection {
  std::optional<LimitedPoint> found;    // none: no setting that was tried is safe
  std::optional<LimitedPoint> nearest;  // of those tried, the one nearest to being safe; none: no values
  std::vector<LimitedPoint> tried;      // ascending
  std::vector<std::string> notes;
};

// The risks at some settings, in their order.
using RiskResponse = std::function<std::vector<std::vector<Estimate>>(const std::vector<double>&)>;

// Scans the dial. A whole-number dial takes the first safe value after the last unsafe one, and every value
// between them is tried; a continuous one must be safe at the setting and at the next stronger scanned one.
LeastProtection least_protection(const DialRange& dial, const std::vector<Limit>& limits,
                                 const RiskResponse& response);

}  // namespace sfumato::compare
