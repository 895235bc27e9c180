// Only the totals are stored: a share is a count over one of them.
#include "stats/covers/cell_shares.hpp"

#include "core/number_limits.hpp"
#include "core/text_list.hpp"

namespace sfumato::stats {

CellShares::CellShares(const CoveredColumn& column) : column_(column) {
  for (const MaskedCell& cell : column.cells) {
    double total = 0.0;
    for (std::size_t place = 0; place < column.counts.size(); ++place) {
      if (cell.covers(static_cast<std::int32_t>(place))) total += static_cast<double>(column.counts[place]);
    }
    totals_.push_back(total);
  }
}

double CellShares::of_masked(std::size_t row, std::int32_t place) const {
  if (column_.masked[row] < 0) return nan;
  const auto at = static_cast<std::size_t>(column_.masked[row]);
  const MaskedCell& cell = column_.cells[at];
  if (!cell.covers(place)) return 0.0;
  if (cell.kind == MaskedCell::Kind::value) return 1.0;
  return totals_[at] > 0.0
             ? static_cast<double>(column_.counts[static_cast<std::size_t>(place)]) / totals_[at]
             : 0.0;
}

void leave_out_missing(UnpairedRows& records, const Table& original, const ColumnSet& columns,
                       const std::vector<std::optional<CoveredColumn>>& coarse) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!coarse[j] || original.info(columns[j]).kind == Kind::numeric) continue;
    const std::vector<std::int32_t>& cells = coarse[j]->masked;
    records.masked_dropped += std::erase_if(records.masked, [&](std::size_t row) { return cells[row] < 0; });
  }
}

std::string share_note(const Table& original, const ColumnSet& columns,
                       const std::vector<std::optional<CoveredColumn>>& coarse) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (coarse[j] && original.info(columns[j]).kind != Kind::numeric) names.push_back(coarse[j]->name);
  }
  if (names.empty()) return {};
  return "labels of " + quoted_names(names) + " count as the categories that they cover, with their shares";
}

}  // namespace sfumato::stats
