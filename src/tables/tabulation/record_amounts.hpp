// Everything that a specification sums, read from the records: responses, weights, shadow and cost columns
// and requests for protection. Notes report what was left out or rounded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
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

// What is known of the amounts of records that were tallied in parts.
struct AmountFacts {
  struct Facts {
    int decimals = 0;
    std::uint64_t largest = 0;
    bool negative = false;
    std::size_t missing = 0, changed = 0;
    std::size_t changed_products = 0;  // weighted contributions that were rounded
  };
  std::map<std::string, Facts> columns;  // by name
  Facts weight;
  std::size_t changed_weights = 0;  // weights that were rounded where they are counted
  std::size_t records = 0;
  int key_decimals = 0;
  std::size_t repeated_keys = 0;  // records with the identifier of an earlier one
};

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

// Fills `amounts`, whose inputs point into it: it must not be moved. Of a part of the records, `first_row` is
// the number of its first one: then each mean has a count of its own and records are counted too, needed or
// not, so that all parts are tallied alike.
void read_amounts(RecordAmounts& amounts, const Table& records, const Specification& specification,
                  const Run& run, std::optional<std::int64_t> first_row = {});

// Weighted contributions that rounding changes.
std::size_t changed_products(const Product& value, std::size_t rows, const Run& run);

// The same from facts: columns have no values, and inputs say how sums are written.
void read_amounts(RecordAmounts& amounts, const AmountFacts& facts, const Specification& specification);

}  // namespace sfumato::tables
