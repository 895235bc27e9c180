// Local recoding: classes of records are split along the hierarchies, one column at a time, as long as every
// part satisfies the models. Equal values may so be generalized differently in different records.
#pragma once

#include "stats/classes/class_models.hpp"
#include "stats/generalization/level_table.hpp"

namespace sfumato::stats {

struct LocalScheme {
  bool found = false;  // false: even the highest levels break the models
  std::vector<Levels>
      level_of_entry;  // [column][entry]; GeneralizationObjective::suppressed marks suppressed cells
  std::size_t suppressed_records = 0;
  std::size_t classes = 0;  // of kept records
};

// Records that are equal at the highest levels start as one class; those of a class that breaks the models
// are suppressed, at most `most_suppressed` of them. A split refines one column by one level: values of the
// lower level that are safe become classes of their own, the others stay together unchanged; where these are
// not safe, the smallest of the parts join them. The split is taken that lowers the loss most, by the
// importance of columns (1 each where empty), a lower column first among equals. Entries that only the
// population has count for their class. `improve_classes` follows.
LocalScheme local_generalization(const LevelTable& table, const ModelCheck& models,
                                 std::size_t most_suppressed, const std::vector<double>& importance,
                                 const Run& run);

}  // namespace sfumato::stats
