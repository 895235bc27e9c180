// The kernel: a basis of all vectors by which suppressed cells can move together. Publishing a cell removes
// the vectors that move it; a sensitive cell that no vector moves is disclosed.
#pragma once

#include <vector>

#include "stats/fields/sparse_vector.hpp"
#include "tables/suppression/problem.hpp"

namespace sfumato::tables {

class GaussKernel {
 public:
  // Independent vectors; `cells` is the number of cells of the table.
  GaussKernel(const std::vector<SparseVector>& vectors, std::size_t cells);

  bool moves(std::size_t cell) const { return !vectors_of_[cell].empty(); }
  // Whether publishing the cell would disclose a marked cell that still moves.
  bool discloses(std::size_t cell, const std::vector<std::uint8_t>& sensitive) const;
  void publish(std::size_t cell);
  // Multiplications so far.
  std::uint64_t work() const { return work_; }

 private:
  bool parallel(std::size_t left, std::size_t right) const;
  void subtract(std::size_t index, std::uint64_t factor, const SparseVector& pivot);
  void forget(std::size_t cell, std::size_t index);

  std::vector<SparseVector> vectors_;                 // by cell
  std::vector<std::vector<std::size_t>> vectors_of_;  // per cell, ascending
  mutable std::uint64_t work_ = 0;
};

}  // namespace sfumato::tables
