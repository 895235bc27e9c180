// Rows of tallies as tables have them: their codes, which of them belong together, and rows merged. Both ends
// of a tabulation in parts use these.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/tabulation/record_amounts.hpp"
#include "tables/tabulation/specification.hpp"
#include "tables/tabulation/tally_row.hpp"

namespace sfumato::tables {

// The crossed columns and, last, that of holdings.
ColumnSet code_columns(const Table& records, const Specification& specification);

// Rows with equal codes and holding; each row without a holding is alone.
struct CodeGroups {
  std::vector<std::uint32_t> of_row;
  std::vector<std::size_t> first;
};
CodeGroups code_groups(const Table& records, const Specification& specification, const Run& run);

// One row for each group; `first` are rows with its codes.
struct MergedRows {
  std::vector<std::size_t> first;
  std::vector<TallyRow> rows;
};
MergedRows merged_rows(const Table& rows, const Specification& specification, const TallyPlan& plan,
                       const Run& run);

// The columns of a plan, read by the names of the specification.
const ExactColumn& column_at(const RecordAmounts& amounts, const TallyPlan& plan, std::size_t place);

}  // namespace sfumato::tables
