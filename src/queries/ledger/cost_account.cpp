// The cost of a table is the least bound of its columns; costs of tables add up.
#include "queries/ledger/cost_account.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::queries {

namespace {

// Above this number of rows per unit, parallel composition saves nothing.
constexpr std::int64_t max_rows_per_unit = INT64_MAX / 4;

}  // namespace

bool CostAccount::fits(const Footprint& footprint, std::int64_t rows_per_unit) const {
  if (footprint.null.size() != footprint.values.size() || rows_per_unit < 1 ||
      rows_per_unit > max_rows_per_unit)
    return false;
  if (footprint.micro_epsilon < 0 || footprint.micro_epsilon > largest_micro_epsilon) return false;
  const auto table = tables_.find(footprint.table);
  return table == tables_.end() || (table->second.columns.size() == footprint.values.size() &&
                                    table->second.rows_per_unit == rows_per_unit);
}

CostAccount::TableCost& CostAccount::put(const Footprint& footprint, std::int64_t rows_per_unit) {
  if (!fits(footprint, rows_per_unit))
    throw Error(ErrorCode::internal, "a footprint does not fit those of its table");
  const auto [place, fresh] = tables_.try_emplace(footprint.table);
  TableCost& table = place->second;
  if (fresh) {
    table.rows_per_unit = rows_per_unit;
    const std::int64_t pieces = neighbours_ == Neighbours::replace ? 2 * rows_per_unit : rows_per_unit;
    table.columns.assign(footprint.values.size(), ColumnCost(pieces));
  }
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    table.columns[i].add(footprint.values[i], footprint.null[i], footprint.micro_epsilon);
  return table;
}

std::int64_t CostAccount::add(const Footprint& footprint, std::int64_t rows_per_unit) {
  last_ = nullptr;
  if (footprint.micro_epsilon == 0) return 0;
  TableCost& table = put(footprint, rows_per_unit);
  std::int64_t cost = table.spent + footprint.micro_epsilon;  // sequential composition
  for (ColumnCost& column : table.columns) cost = std::min(cost, column.bound());
  // Bounds only grow; this protects against forged rows in a file.
  cost = std::max(cost, table.spent);
  last_ = &table;
  last_growth_ = cost - table.spent;
  table.spent = cost;
  spent_ += last_growth_;
  return last_growth_;
}

void CostAccount::undo_last() {
  if (last_ == nullptr) return;
  for (ColumnCost& column : last_->columns) column.undo_last();
  last_->spent -= last_growth_;
  spent_ -= last_growth_;
  last_ = nullptr;
}

void CostAccount::restore(const Footprint& footprint, std::int64_t rows_per_unit, std::int64_t charged) {
  last_ = nullptr;
  if (footprint.micro_epsilon == 0) return;
  TableCost& table = put(footprint, rows_per_unit);
  table.spent += charged;
  spent_ += charged;
}

}  // namespace sfumato::queries
