// The published cells as a basis: every cell's deviation is a combination of those of a few basic cells, one
// per column. Some basic cells are published; a cell moves if it depends on one that is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tables/suppression/optimal/cut_elimination.hpp"
#include "tables/suppression/optimal/cut_system.hpp"

namespace sfumato::tables {

class FreedomTableau {
 public:
  // Nothing is published.
  FreedomTableau(const CutSystem& system, const Elimination& elimination);

  std::size_t cells() const { return terms_.size() / basis_.size(); }
  std::size_t columns() const { return basis_.size(); }
  std::span<const std::uint32_t> row(std::size_t cell) const {
    return {terms_.data() + cell * columns(), columns()};
  }
  std::size_t basis(std::size_t column) const { return basis_[column]; }
  bool published(std::size_t column) const { return published_[column] != 0; }
  bool moves(std::size_t cell) const;

  // The cell enters the basis in this column, where it must have a term.
  void exchange(std::size_t cell, std::size_t column);
  void set_published(std::size_t column, bool published) { published_[column] = published ? 1 : 0; }

 private:
  std::vector<std::uint32_t> terms_;  // cell by cell, by column
  std::vector<std::size_t> basis_;
  std::vector<std::uint8_t> published_;
};

}  // namespace sfumato::tables
