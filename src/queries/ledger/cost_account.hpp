// The composed cost of the answers of a database, charge by charge. The sum of the charges is the cost.
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

  // By how much the composed cost grows; an answer without ε (masked records) leaves no trace. All footprints
  // of a table have as many columns, and the table the same rows in a unit: `fits` says whether this one has.
  bool fits(const Footprint& footprint, std::int64_t rows_per_unit) const;
  std::int64_t add(const Footprint& footprint, std::int64_t rows_per_unit);
  void take_back();  // the last `add`, once
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
