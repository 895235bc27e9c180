// Records that agree in key columns, counted under both interpretations of a missing cell. It works on texts
// and by sorting, so that it does not share an error with the code that masks.
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
  std::vector<std::uint32_t> counts = {};         // records that a row stands for; empty: one each
};
// The counts of a table whose rows stand for several records, by the role of a column; else empty.
std::vector<std::uint32_t> counts_of(const Table& table);
// How many records these rows are.
std::size_t records_in(const std::vector<std::uint32_t>& counts, const Rows& rows);
KeyTexts key_texts(const Table& table, const ColumnSet& keys);

// Classes of records with equal keys, where a missing cell equals only a missing cell.
std::vector<Rows> equal_records(const KeyTexts& keys, Rows rows);

struct Agreement {
  std::size_t smallest =
      0;  // smallest number of records that agree with a record, itself included; 0 without records
  std::size_t below = 0;  // records that agree with fewer than k
};
// Does the record miss every key?
bool is_blank(const KeyTexts& keys, std::uint32_t row);

// Of the classes above: as they are, and with missing cells that agree with every value. A record that misses
// every key agrees with all records, and counts for none of them.
Agreement category_agreement(const std::vector<Rows>& classes, std::size_t k,
                             const std::vector<std::uint32_t>& counts = {});
Agreement wildcard_agreement(const KeyTexts& keys, const std::vector<Rows>& classes, std::size_t k,
                             const Run& run);

}  // namespace sfumato::verify
