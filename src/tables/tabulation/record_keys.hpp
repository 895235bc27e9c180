// Random keys of records, from which the keys of cells are made: a cell's key is the fractional part of the
// sum of its records' keys, so that the same records always give the same key, in every table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/tabulation/exact_column.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

struct RecordKeys {
  std::vector<std::uint64_t> units;  // per row, below `modulus`; empty: the records have no keys
  Wide modulus = 1;                  // a key is units / modulus
  int decimals = 0;                  // of units that are decimals: the modulus is a power of ten

  // The key of a cell of which this is the sum of units: ⌊2⁶⁴ · (sum mod modulus) / modulus⌋.
  std::uint64_t cell_key(Wide sum) const;
};

// The keys of the specification, empty if it has none. Decimals are summed as decimals (a double means its
// shortest text, to 18 decimals), so that 0.1 and 0.9 give the key 0. Every record needs a key; one that is
// missing or out of its range is an error with its row, counted from `first_row` in a part of the records.
// With a secret the key is the first 64 bits of HMAC-SHA-256("record key: " and the identifier): the prefix
// separates it from pseudonyms made with the same secret.
RecordKeys read_record_keys(const Table& records, const Specification& specification,
                            std::optional<std::int64_t> first_row, std::vector<std::string>& notes,
                            const Run& run);

// The keys of records that were read in parts, with these decimals in all: `units` says only whether there
// are some.
RecordKeys merged_record_keys(const Specification& specification, std::size_t records, int decimals);

// Says how many records have the identifier of an earlier one.
void note_repeated_keys(std::size_t repeated, const Specification& specification,
                        std::vector<std::string>& notes);

// ⌊2⁶⁴ · units / modulus⌋ for 0 <= units < modulus <= 2⁶⁴.
std::uint64_t key_of_share(Wide units, Wide modulus);

}  // namespace sfumato::tables
