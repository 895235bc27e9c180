// Who lives with whom: the members of each household, its head first, and which columns belong to households.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/params.hpp"
#include "core/rng.hpp"
#include "core/table.hpp"

namespace sfumato::masking {

struct HouseholdLayout {
  std::vector<std::vector<std::uint32_t>> members;  // rows of each household, the head first
  std::vector<std::uint32_t> head, previous;        // by row; the head is its own previous
  std::vector<std::uint32_t> size, number;          // by row; the head has number 1
  std::size_t without_head = 0;                     // households in which no record is marked as head
};

// The column with the role household, if there is one.
std::optional<ColumnId> household_role(const Table& table);

// Households in order of first appearance, records without a household alone. The head is the first member
// that has the value of the pairs, else the first member.
HouseholdLayout household_layout(const Table& table, const ColumnTexts& head);

// As many households of each size, in random order, with rows one after the other.
HouseholdLayout shuffled_sizes(const HouseholdLayout& layout, Rng rng);

// Are all members of each household equal in a column? Missing is a value of its own.
bool equal_in_households(const Column& column, const HouseholdLayout& layout);

// New numbers from 1, as integers or, where the original has text, as text.
Column numbered_households(const Column& original, const HouseholdLayout& layout);

// The same households with numbers that follow the first `before`.
Column numbered_after(const Column& numbered, std::size_t before);

}  // namespace sfumato::masking
