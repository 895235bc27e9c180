// A masked table in which labels of numbers have become numbers again: the mean over the original records
// that a label covers. Utility measures of numbers are taken on it.
#pragma once

#include <string>

#include "core/table.hpp"

namespace sfumato::stats {

struct LabelMeans {
  Table masked;
  std::string reason = {};  // why some label has no mean; empty: all have one
  std::string note = {};    // what was done; empty: nothing
};

// Of those of the columns that are numbers or dates in the original. A suppressed text `*` has the mean of
// all records; a missing cell stays missing. Columns without labels stay as they are.
LabelMeans with_label_means(const Table& original, const Table& masked, const ColumnSet& columns);

// Two notes of a score, as one.
std::string joined_notes(const std::string& first, const std::string& second);

}  // namespace sfumato::stats
