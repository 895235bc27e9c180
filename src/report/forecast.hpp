// What methods say of their releases before anybody looks at the data: how far off noise alone will be.
#pragma once

#include <vector>

#include "compare/comparison.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// A heading, what the numbers mean, and a line for every attempt that foretells an error, smallest first;
// nothing where none does.
std::vector<Block> forecast_blocks(const compare::Comparison& comparison);

}  // namespace sfumato::report
