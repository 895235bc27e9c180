// Records that agree in key columns, counted under both readings of a missing cell. It works on texts and
// by sorting, so that a fault in the code that masks is not repeated here.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::verify {

using Rows = std::vector<std::uint32_t>;

// Keys as codes: equal texts of a column have equal codes.
struct KeyTexts {
  static constexpr std::uint32_t missing = UINT32_MAX;
  std::vector<std::vector<std::uint32_t>> codes;  // [key][row]
};
KeyTexts key_texts(const Table& table, const ColumnSet& keys);

// Classes of records with equal keys, a missing cell being equal to a missing one alone.
std::vector<Rows> equal_records(const KeyTexts& keys, Rows rows);

struct Agreement {
  std::size_t smallest = 0;  // records that some record agrees with, itself among them; 0 without records
  std::size_t below = 0;     // records that agree with fewer than k
};
// Of the classes above: as they are, and with missing cells that agree with anything.
Agreement category_agreement(const std::vector<Rows>& classes, std::size_t k);
Agreement wildcard_agreement(const KeyTexts& keys, const std::vector<Rows>& classes, std::size_t k,
                             const Run& run);

}  // namespace sfumato::verify
