// Files that parameters of measures name, read before anything is measured.
#pragma once

#include <vector>

#include "compare/scoring.hpp"

namespace sfumato::cli {

// The run with the table of every such parameter. A file in JSON or TOML is what `mask --reveal` has written.
Run with_measure_tables(const std::vector<compare::MeasureRequest>& requests, const Run& run);

}  // namespace sfumato::cli
