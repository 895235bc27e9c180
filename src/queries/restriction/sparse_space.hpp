// A space of sparse vectors over cells in reduced row echelon form: those vectors of a row space that are
// zero on one share of the records. A set of fewer records than there are shares misses a share, and so is
// looked for here.
#pragma once

#include <cstdint>
#include <vector>

#include "queries/restriction/prime_field.hpp"

namespace sfumato::queries {

struct SparseEntry {
  std::uint32_t cell = 0;
  std::uint64_t value = 0;  // not 0
};
using SparseVector = std::vector<SparseEntry>;  // ascending cells

class SparseSpace {
 public:
  explicit SparseSpace(const PrimeField& field) : field_(field) {}

  std::size_t size() const { return rows_.size(); }
  std::size_t entries() const { return entries_; }
  // What is left of a vector when it has been reduced: nothing where it lies in the space.
  SparseVector remainder(SparseVector vector) const;
  // Takes in a remainder that is not empty.
  void add(SparseVector remainder);
  // Rows that came or changed since; a vector that is new to the space has one of them in it.
  void forget_changes() { changed_.assign(rows_.size(), 0); }
  bool changed(std::size_t index) const { return changed_[index] != 0; }
  // Rows that share cells, directly or over others, are one component. A vector of the space is the sum of
  // its parts on the components, and each part lies in the space, too.
  std::vector<std::vector<std::size_t>> components() const;
  const SparseVector& row(std::size_t index) const { return rows_[index]; }
  std::uint32_t pivot(std::size_t index) const { return pivots_[index]; }

 private:
  std::uint64_t value(const SparseVector& vector, std::uint32_t cell) const;
  SparseVector less(const SparseVector& vector, std::uint64_t factor, const SparseVector& other) const;

  PrimeField field_;
  std::vector<SparseVector> rows_;
  std::vector<std::uint32_t> pivots_;
  std::vector<char> changed_;
  std::size_t entries_ = 0;
};

}  // namespace sfumato::queries
