// The protections that a comparison can run: each is one function from a table to a comparable result.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tables/comparison/comparison.hpp"

namespace sfumato::tables {

struct Candidate {
  std::string name;
  // Without the rank; an error where the method does not fit the table.
  std::function<ComparedProtection(const CellTable&, const ComparisonOptions&, const Run&)> protect;
};

const std::vector<Candidate>& candidates();

}  // namespace sfumato::tables
