// Local recoding: classes of records are split along the hierarchies, one column at a time, as long as every
// part keeps the models. Equal values may so be generalized differently in different records.
#pragma once

#include "stats/classes/class_models.hpp"
#include "stats/generalization/level_table.hpp"

namespace sfumato::stats {

struct LocalScheme {
  bool found = false;                  // even the highest levels break the models, where not
  std::vector<Levels> level_of_entry;  // [column][entry]; GeneralizationObjective::suppressed is what it says
  std::size_t suppressed_records = 0;
  std::size_t classes = 0;  // of kept records
};

// Records start together that are equal at the highest levels; those of a class that breaks the models are
// suppressed, at most `most_suppressed` of them. A split refines one column by one level: values below that
// are safe by themselves become classes of their own, the others stay together as they were; where these are
// not safe, the smallest of the parts join them. The split is taken that lowers the loss most, by the
// importance of columns (1 each where empty), a lower column first among equals. Entries that a population
// has alone count for the class that they are in.
LocalScheme local_generalization(const LevelTable& table, const ModelCheck& models,
                                 std::size_t most_suppressed, const std::vector<double>& importance,
                                 const Run& run);

}  // namespace sfumato::stats
