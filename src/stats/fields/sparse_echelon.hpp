// Which of many sparse rows follow from those before them. Rows are reduced only as far as their first
// position that no earlier row begins with, so that there is little fill-in.
#pragma once

#include <span>
#include <unordered_map>

#include "stats/fields/prime_field.hpp"
#include "stats/fields/sparse_vector.hpp"

namespace sfumato {

class SparseEchelon {
 public:
  // False if the row follows from those before. Entries at the same position are added up and may be 0.
  bool add(std::span<const SparseEntry> row);
  std::size_t work() const { return work_; }  // multiplications so far

 private:
  std::unordered_map<std::size_t, SparseVector> rows_;  // by first position, where they have a 1
  std::size_t work_ = 0;
};

}  // namespace sfumato
