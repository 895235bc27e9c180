// The protections that a comparison can try, each made ready to be judged beside the others: one function
// from a table to what became of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tables/comparison/comparison.hpp"

namespace sfumato::tables {

struct Contender {
  std::string name;
  // Without the rank; an error that says what is wrong where the method does not fit the table.
  std::function<ComparedProtection(const CellTable&, const ComparisonOptions&, const Run&)> protect;
};

const std::vector<Contender>& contenders();

}  // namespace sfumato::tables
