// A space of sparse vectors (with ascending positions) in reduced row echelon form. It records which of its
// rows changed and which of them share positions, so that a search needs only the new ones.
#pragma once

#include <cstdint>
#include <vector>

#include "stats/fields/prime_field.hpp"
#include "stats/fields/sparse_vector.hpp"

namespace sfumato {

class SparseSpace {
 public:
  explicit SparseSpace(const PrimeField& field) : field_(field) {}

  std::size_t size() const { return rows_.size(); }
  std::size_t entries() const { return entries_; }
  // The remainder of a vector after reduction: empty where it lies in the space.
  SparseVector remainder(SparseVector vector) const;
  // Adds a remainder that is not empty.
  void add(SparseVector remainder);
  // Rows that came or changed since; a vector that is new to the space has one of them in it.
  void forget_changes() { changed_.assign(rows_.size(), 0); }
  bool changed(std::size_t index) const { return changed_[index] != 0; }
  // Rows that share positions, directly or over others, are one component. A vector of the space is the sum
  // of its parts on the components, and each part lies in the space, too.
  std::vector<std::vector<std::size_t>> components() const;
  const SparseVector& row(std::size_t index) const { return rows_[index]; }
  std::size_t pivot(std::size_t index) const { return pivots_[index]; }

 private:
  PrimeField field_;
  std::vector<SparseVector> rows_;
  std::vector<std::size_t> pivots_;
  std::vector<char> changed_;
  std::size_t entries_ = 0;
};

}  // namespace sfumato
