// Common parts of linear programs over deviations, posed over the relations of a table or, as their duals,
// over its free cells.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "optimize/model.hpp"
#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

// The deviation of cell i is column i, or column 2i (up) less column 2i + 1 (down).
enum class DeviationColumns { one, up_and_down };

// Adds a row for each relation that the deviations must keep.
void add_relations(optimize::Model& model, const CutSystem& system,
                   const std::optional<Elimination>& elimination, DeviationColumns columns);

// The rows of a dual, one per free cell, filled column by column.
class FreeCellRows {
 public:
  explicit FreeCellRows(const Elimination& elimination);
  // The column represents the cell's deviation, with this sign.
  void add(std::size_t column, std::size_t cell, double sign);
  void add_to(optimize::Model& model) const;

 private:
  const Elimination& elimination_;
  std::vector<std::vector<optimize::Entry>> rows_;
};

// The deviations of all cells, from those of the free ones.
std::vector<double> all_deviations(const Elimination& elimination, std::size_t cells,
                                   std::span<const double> of_free);

}  // namespace sfumato::tables
