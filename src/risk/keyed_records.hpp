// The common first step of every risk of keys: which columns are keys, which records are not suppressed, and
// their keys as codes.
#pragma once

#include <string>
#include <vector>

#include "core/measure.hpp"
#include "risk/kept_records.hpp"
#include "risk/key_columns.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::risk {

struct KeyedRecords {
  ColumnSet used;         // the keys
  KeptRecords kept;       // records that are not suppressed
  stats::KeyTable table;  // their keys
};
KeyedRecords keyed_records(const Table& original, const Table& masked, const ColumnSet& compared,
                           const std::vector<std::string>& named, const Run& run);

// A score with the details that all such measures have, and a note where there is no record.
Score described(const Table& original, const ColumnSet& used, const KeptRecords& kept,
                const stats::KeyTable& table);

// The common first step of individual-risk and reidentification: how many records, and by their weights
// people, agree with each record. The score has its details; where it has a note nothing is counted.
struct CountedRecords {
  KeyedRecords keyed;
  std::vector<double> weights;  // of the kept records; empty where no column has that role
  KeyFrequencies found;
};
CountedRecords counted_records(const Table& original, const Table& masked, const ColumnSet& compared,
                               const std::vector<std::string>& named, MissingAs missing_as, const Run& run,
                               Score& score);

}  // namespace sfumato::risk
