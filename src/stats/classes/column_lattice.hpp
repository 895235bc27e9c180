// All sets of a few columns as bits, where the sets on which two records agree are marked. The others make a
// record unique, and the minimal ones among them are found by a few operations on words.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sfumato::stats {

class ColumnLattice {
 public:
  static constexpr std::size_t most_columns = 22;  // half a megabyte of sets

  explicit ColumnLattice(std::size_t columns);

  // No set is marked but the empty one, on which all agree.
  void clear();
  void mark(std::uint32_t set) { agreed_[set >> 6U] |= std::uint64_t{1} << (set & 63U); }
  // Finds the sets that are in no marked set while each of their parts is in one; takes columns · 2^columns
  // bits, by words. A column that no marked set has is such a set.
  void find_minimal();
  // Calls visit(set) for these, in the order of their bits as numbers.
  template <class Visit>
  void visit_minimal(const Visit& visit) const {
    for (std::size_t word = 0; word < minimal_.size(); ++word) {
      for (std::uint64_t rest = minimal_[word]; rest != 0; rest &= rest - 1) {
        visit(std::uint64_t{word} << 6U | static_cast<std::uint64_t>(std::countr_zero(rest)));
      }
    }
  }

 private:
  void close_downwards();

  std::size_t columns_;
  std::vector<std::uint64_t> agreed_;   // by set
  std::vector<std::uint64_t> minimal_;  // by set
};

}  // namespace sfumato::stats
