// Everything that a specification sums, read from the records: responses, weights, shadow and cost columns
// and requests for protection. Notes report what was left out or rounded.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/cell_table.hpp"
#include "tables/tabulation/exact_column.hpp"
#include "tables/tabulation/leaf_cells.hpp"
#include "tables/tabulation/record_keys.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

struct RecordAmounts {
  std::vector<Response> responses;
  std::vector<ResponseInput> inputs;  // one for each response
  std::vector<bool> negative;         // whether some amount of the response is
  std::vector<std::string> notes;

  std::map<std::string, ExactColumn> columns;  // columns of the inputs
  ExactColumn weight;
  std::vector<std::uint8_t> request;
  RecordKeys keys;

  RecordAmounts() = default;
  RecordAmounts(const RecordAmounts&) = delete;
  RecordAmounts& operator=(const RecordAmounts&) = delete;
};

// Fills `amounts`, whose inputs point into it: it must not be moved.
void read_amounts(RecordAmounts& amounts, const Table& records, const Specification& specification,
                  const Run& run);

}  // namespace sfumato::tables
