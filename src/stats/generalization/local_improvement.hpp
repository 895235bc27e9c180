// A local search after the splits of local recoding: classes are divided in two, and records move to classes
// that cost less. Splits go from the top down along one column at a time and cannot undo a choice; this can.
#pragma once

#include "stats/classes/class_models.hpp"
#include "stats/generalization/level_table.hpp"

namespace sfumato::stats {

struct LocalClass {
  std::vector<std::uint32_t> entries;
  Levels levels;
};

// Lowers the loss of all records, by the importance of columns (1 each where empty). Every class keeps the
// models, and its levels become the lowest at which its records are equal. Rounds end when nothing changes,
// after five at most:
//   1. a class that can be two is divided, around two entries that are far apart;
//   2. an entry moves to the class where it adds least, of those of its neighbours: the 16 entries before and
//   after it
//      in lexicographic order, from each column on. Ties: the first found.
// A class of more than 500 entries stays as it is. Nothing is done where some entries are of a population
// alone.
void improve_classes(const LevelTable& table, const ModelCheck& models, const std::vector<double>& importance,
                     std::vector<LocalClass>& classes, const Run& run);

}  // namespace sfumato::stats
