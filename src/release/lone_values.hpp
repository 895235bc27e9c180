// Values of single records in a synthetic release: a value that one record of the original alone has says
// something about that record, wherever it stands.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/warning.hpp"
#include "masking/step.hpp"

namespace sfumato::release {

struct LoneValues {
  std::size_t numbers = 0, categories = 0;  // released cells; dates are numbers
  std::vector<std::string> columns;         // that have some
  std::size_t cells() const { return numbers + categories; }
};

// Cells of the released tables with a value that, in the original, one record alone has, or where households
// or units are declared, the records of one household or unit alone. Missing cells do not count.
LoneValues lone_values(const Table& original, const std::vector<Table>& released, const ColumnSet& columns,
                       const Run& run);

// The columns of steps whose methods draw values of the original, each once.
ColumnSet columns_of_drawn_values(const std::vector<masking::Step>& steps);

// Empty where there are none; `original` says who holds values together.
Warnings lone_values_warnings(const LoneValues& found, const Table& original,
                              const std::vector<masking::Step>& steps);

}  // namespace sfumato::release
