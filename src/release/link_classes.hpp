// Counting over releases that are stacked on each other: classes of all of them, and what is left of a class
// when the records of several releases are linked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "release/earlier_releases.hpp"

namespace sfumato::release {

// The rows of this release, then those of the earlier ones.
struct StackedReleases {
  static constexpr std::uint32_t unlinked = 0xffffffffU;
  std::vector<std::size_t> begin;           // of each release, and the end
  std::vector<char> suppressed;             // by row: it belongs to no class
  std::vector<std::uint32_t> class_of_row;  // equal keys
  std::vector<std::size_t> member_of_row;   // units, or rows
  std::vector<std::uint32_t> link_of_row;   // equal linking columns; `unlinked` where one is missing
};

// Units by the values of one column; a row without a value is a member of its own. Of a table without columns
// every row is one.
std::vector<std::size_t> row_members(const Table& unit, std::size_t rows);
std::vector<std::uint32_t> link_groups(const Table& link, const Run& run);

void count_union(const StackedReleases& stack, EarlierFindings& findings);

// Of a record r of this release and an earlier one, A(r) are the classes of the earlier records that agree
// with r in the linking columns, or "none" alone. What is left of r's class for a in A(r) are the members r'
// of the class with a in A(r'); the smallest such number counts. Of several releases, a is what A is in each
// of them, as a whole.
ReleaseLink linked_with(const StackedReleases& stack, const std::vector<std::size_t>& releases,
                        std::size_t k);

}  // namespace sfumato::release
