// The controller's map of records, as `mask --map` writes it, and its use: masked records beside the
// originals that they come from.
#pragma once

#include <string>
#include <vector>

#include "cli/scoring.hpp"

namespace sfumato::cli {

struct RecordMap {
  std::vector<std::size_t> masked;    // row numbers from 0
  std::vector<std::size_t> original;  // of the same record
};

// CSV with the columns masked and original, counted from 1. Numbers outside the two files and records
// that stand twice are errors that name the line.
RecordMap read_record_map(const std::string& path, std::size_t masked_rows, std::size_t original_rows,
                          const Run& run);

// Both tables cut down to the records of the map, in its order; originals without a partner are left out.
TablePair aligned(const TablePair& pair, const RecordMap& map);

}  // namespace sfumato::cli
