// A masked cell as shares of the original's categories: a label counts as the categories that it covers, each
// with its share among the original records of these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "stats/covers/covered_column.hpp"
#include "stats/neighbours/unpaired_rows.hpp"

namespace sfumato::stats {

class CellShares {
 public:
  // The column must outlive this.
  explicit CellShares(const CoveredColumn& column);

  // The share of a category, by its place, in the cell of a masked record; NaN where the cell is missing.
  double of_masked(std::size_t row, std::int32_t place) const;
  // 1 for the category of an original record, else 0.
  double of_original(std::size_t row, std::int32_t place) const {
    return column_.original[row] == place ? 1.0 : 0.0;
  }

 private:
  const CoveredColumn& column_;
  std::vector<double> totals_;  // original records that each cell covers
};

// Leaves out masked records whose cell stands for a value that the original misses: it has no shares.
void leave_out_missing(UnpairedRows& records, const Table& original, const ColumnSet& columns,
                       const std::vector<std::optional<CoveredColumn>>& coarse);

// "labels of 'job' count as the categories that they cover, with their original shares"; empty without labels
// of categories.
std::string share_note(const Table& original, const ColumnSet& columns,
                       const std::vector<std::optional<CoveredColumn>>& coarse);

}  // namespace sfumato::stats
