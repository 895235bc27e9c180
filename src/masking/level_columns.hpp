// Conversion between a table and the codes that generalization uses: a column's values at each level of its
// hierarchy, and columns of generalized values.
#pragma once

#include <string>
#include <vector>

#include "core/table.hpp"
#include "masking/number_intervals.hpp"
#include "stats/generalization/level_table.hpp"

namespace sfumato::masking {

// The text of the cells of a suppressed record, and of a column's whole domain where there is no hierarchy.
inline constexpr const char* suppressed_text = "*";

struct GeneralizedColumn {
  stats::LevelColumn levels;
  std::vector<std::vector<std::string>> texts;  // [level][leaf]
  std::vector<std::uint32_t> leaf_of_row;
  std::int64_t missing_leaf = -1;                   // the leaf that stands for a missing value, if any is
  std::optional<IntervalCuts> cuts = std::nullopt;  // of a number without a hierarchy

  // Is a cell of that leaf and level a missing one?
  bool missing(std::uint32_t leaf, std::uint32_t level) const;
};

// By the column's hierarchy; without one every value has "*" above it, numbers have intervals between (see
// number_intervals.hpp), and dates months, quarters, years and decades. A value that is not in the hierarchy
// is an error that names all such values. A missing value is a category of its own that costs as much as the
// whole domain, until all values of a level are one: then it is that value too.
// `cuts` are those of a number without a hierarchy, where they are known; for another column they are an
// error.
GeneralizedColumn generalized_column(const Table& table, ColumnId id, const IntervalCuts* cuts = nullptr);

// These columns of the table alone, with the records of a population below its own. A column of another type
// there is compared as text.
Table with_population(const Table& table, const ColumnSet& columns, const Table& population);

// The column of cells at levels of their own; stats::GeneralizationObjective::suppressed is "*". A column
// without changed cells stays as it is; any other becomes nominal, and keeps its name, role and label.
void write_levels(Table& masked, ColumnId id, const GeneralizedColumn& column,
                  const std::vector<std::uint32_t>& level_of_row);

}  // namespace sfumato::masking
