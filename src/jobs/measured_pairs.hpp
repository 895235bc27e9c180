// Masked tables of a request beside their original, with the columns that are compared and the keys.
#pragma once

#include <string>
#include <vector>

#include "jobs/key_risks.hpp"
#include "jobs/measure.hpp"

namespace sfumato::jobs {

struct MeasuredPairs {
  std::vector<KeyedPair> pairs;
  ColumnSet keys;  // ids of the original; those that all masked tables have

  bool all_mapped() const;
  std::vector<compare::TablePair> compared() const;
};

// Without a masked table, the original beside itself. Warns where rows do not correspond, and of what a
// masked table exposes.
MeasuredPairs read_pairs(const MeasureRequest& request, const Table& original, const ColumnChoice& choice,
                         const Run& run, Warnings& warnings);

}  // namespace sfumato::jobs
