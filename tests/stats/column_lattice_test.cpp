// The smallest sets that no marked set has, against a search over every set and its subsets.
#include "stats/classes/column_lattice.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/rng.hpp"

namespace sfumato::stats {
namespace {

std::vector<std::uint64_t> minimal(ColumnLattice& lattice) {
  std::vector<std::uint64_t> result;
  lattice.find_minimal();
  lattice.visit_minimal([&](std::uint64_t set) { result.push_back(set); });
  return result;
}

TEST(ColumnLattice, ByHand) {
  // Others agree on {0, 1} and on {2}: what is not inside one of both has 2 with 0 or with 1.
  ColumnLattice lattice(3);
  lattice.mark(0b011);
  lattice.mark(0b100);
  EXPECT_EQ(minimal(lattice), (std::vector<std::uint64_t>{0b101, 0b110}));
  lattice.clear();
  EXPECT_EQ(minimal(lattice), (std::vector<std::uint64_t>{0b001, 0b010, 0b100}));
  lattice.mark(0b111);
  EXPECT_TRUE(minimal(lattice).empty());
}

TEST(ColumnLattice, EqualsASearchOverAllSets) {
  Rng rng({3, 9});
  for (std::size_t columns = 1; columns <= 11; ++columns) {
    ColumnLattice lattice(columns);
    for (std::size_t number = 0; number < 12; ++number) {
      lattice.clear();
      std::vector<std::uint32_t> marked{0};
      for (std::size_t i = 0; i < number; ++i) {
        marked.push_back(static_cast<std::uint32_t>(rng.below(std::uint64_t{1} << columns)));
        lattice.mark(marked.back());
      }
      const auto inside = [&](std::uint64_t set) {
        return std::any_of(marked.begin(), marked.end(),
                           [&](std::uint32_t whole) { return (set & ~whole) == 0; });
      };
      std::vector<std::uint64_t> expected;
      for (std::uint64_t set = 1; set < std::uint64_t{1} << columns; ++set) {
        bool smallest = !inside(set);
        for (std::size_t j = 0; j < columns; ++j) {
          if ((set >> j & 1U) != 0) smallest = smallest && inside(set & ~(std::uint64_t{1} << j));
        }
        if (smallest) expected.push_back(set);
      }
      EXPECT_EQ(minimal(lattice), expected) << columns << " columns, " << number << " marked";
    }
  }
}

}  // namespace
}  // namespace sfumato::stats
