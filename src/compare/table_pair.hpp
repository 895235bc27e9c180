// An original and a masked table side by side: the compared columns under the same ids, and the mapping of
// records.
#pragma once

#include <string>
#include <vector>

#include "core/column_choice.hpp"
#include "core/method.hpp"
#include "core/table.hpp"

namespace sfumato::compare {

// The compared columns, under the same ids in both tables, and after them columns of weights and of
// households where the original has them.
struct TablePair {
  Table original;
  Table masked;
  Mapping mapping = Mapping::same_rows;
  bool columns_named = false;
  std::size_t compared = 0;            // columns that are compared: the first ones
  std::vector<std::size_t> rows = {};  // row of the original file of each record; empty: the same
  ColumnSet recoded = {};              // numbers that became texts
  Table categories = {};               // the original, with those numbers as categories too
};

// `name` names the masked table in the error for missing columns.
TablePair pair_of(const Table& original, const Table& masked, const ColumnChoice& choice,
                  const std::string& name, Mapping mapping = Mapping::same_rows);

// The columns of `masked` with the names of those `columns` of the original.
ColumnSet counterparts(const Table& original, const Table& masked, const ColumnSet& columns,
                       const std::string& name);

// The same pair with these of its compared columns, and with one of them.
TablePair with_columns(const TablePair& pair, const ColumnSet& columns);
TablePair with_column(const TablePair& pair, ColumnId column);

// Which masked record is which original one.
struct RecordMap {
  std::vector<std::size_t> masked;    // row numbers from 0
  std::vector<std::size_t> original;  // of the same record
};

// Both tables reduced to the records of the map, in its order; originals without a partner are left out.
TablePair aligned(const TablePair& pair, const RecordMap& map);

}  // namespace sfumato::compare
