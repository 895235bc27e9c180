// The composed cost of the answers of a database, charge by charge. The sum of the charges is the total cost.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "queries/composition.hpp"
#include "queries/ledger/column_cost.hpp"

namespace sfumato::queries {

class CostAccount {
 public:
  explicit CostAccount(Neighbours neighbours) : neighbours_(neighbours) {}

  // add: the increase of the composed cost; an answer without ε (masked records) is ignored. All footprints
  // of a table must have the same number of columns and rows per unit: `fits` checks this.
  bool fits(const Footprint& footprint, std::int64_t rows_per_unit) const;
  std::int64_t add(const Footprint& footprint, std::int64_t rows_per_unit);
  void undo_last();  // undoes the last `add`, once
  // An answer whose charge is known.
  void restore(const Footprint& footprint, std::int64_t rows_per_unit, std::int64_t charged);
  std::int64_t spent() const { return spent_; }

 private:
  struct TableCost {
    std::int64_t rows_per_unit = 1;
    std::int64_t spent = 0;
    std::vector<ColumnCost> columns;
  };
  TableCost& put(const Footprint& footprint, std::int64_t rows_per_unit);

  Neighbours neighbours_;
  std::map<std::size_t, TableCost> tables_;
  std::int64_t spent_ = 0;
  TableCost* last_ = nullptr;
  std::int64_t last_growth_ = 0;
};

}  // namespace sfumato::queries
