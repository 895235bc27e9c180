// What an intruder knows, from a file of their own: it takes the place of the original where risk is
// measured.
#pragma once

#include <string>

#include "core/column_choice.hpp"
#include "jobs/data.hpp"

namespace sfumato::jobs {

struct IntruderKnowledge {
  Table original;           // the original with the intruder's values; what they do not know is missing
  ColumnChoice columns;     // compared columns that the intruder's file has
  std::size_t known = 0;    // originals that are in it
  std::size_t unknown = 0;  // records of it that are not in the original
};

// Records are matched by the column `match`, which both files have and in which no value stands twice.
IntruderKnowledge intruder_knowledge(const Table& original, const ColumnChoice& choice,
                                     const DataReader& file, const std::string& match, const Run& run);

}  // namespace sfumato::jobs
