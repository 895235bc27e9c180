// How many records of a population each class of a release may stand for: those whose keys its values cover.
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"
#include "verify/agreeing_records.hpp"

namespace sfumato::verify {

// By class; none where a value's position in a hierarchy is unknown, and `reason` then says why.
struct PopulationCounts {
  std::vector<std::size_t> records;
  std::string reason = {};
};
PopulationCounts population_counts(const Table& written, const ColumnSet& keys,
                                   const std::vector<Rows>& classes, const Table& population, const Run& run);

}  // namespace sfumato::verify
