// Risks beside the one that methods are equal by: equal by one measure is not equal risk.
#pragma once

#include <string>
#include <vector>

#include "compare/comparison.hpp"

namespace sfumato::compare {

// The names of the risks that every comparison of such columns shows.
std::vector<std::string> usual_risks(bool numbers, bool categories);

// A warning for each other risk that differs, between methods that are compared as equal, by more than a
// factor of 2 and by more than 1; of rank linkage R of m columns by more than a factor of 2 in e^(mR), the
// geometric mean of the distances.
Warnings risk_disagreements(const std::vector<MeasureRequest>& measures, const Comparison& comparison,
                            std::size_t columns);

}  // namespace sfumato::compare
