// One column of the data as it is declared: units or codes, and how each cell was changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/column.hpp"
#include "queries/data_table.hpp"

namespace sfumato::queries {

// The changes of a cell, as bits of a byte.
namespace done {
inline constexpr std::uint8_t rounded = 1, clamped = 2, made_null = 4, dropped = 8;
}

struct RefusedCell {
  std::size_t row = 0;
  bool missing = false;  // else a value outside
};

struct ColumnImport {
  DataColumn values;                   // one for each record; undefined for dropped ones
  std::vector<std::uint8_t> marks;     // as above
  std::optional<RefusedCell> refused;  // the first cell that the policy refuses; then the rest is not valid
};
ColumnImport import_column(const Column& column, const CatalogueColumn& declared);

// An error if the declaration is not valid.
void require_sound(const CatalogueColumn& declared, const std::string& table);

// Do the domain and NULL fit into 32 bits?
bool is_narrow(const CatalogueColumn& declared);

// The index of a column in the data: with exactly that name, or else the only one that differs in case. An
// error names `source` and its columns.
std::size_t place_in_data(const std::vector<std::string>& names, const std::string& wanted,
                          const std::string& source);

}  // namespace sfumato::queries
