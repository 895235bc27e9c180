// One column of the data as its declaration wants it: units or codes, and what had to be done to each cell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/column.hpp"
#include "queries/data_table.hpp"

namespace sfumato::queries {

// What was done to a cell, as bits of a byte.
namespace done {
inline constexpr std::uint8_t rounded = 1, clamped = 2, made_null = 4, dropped = 8;
}

struct RefusedCell {
  std::size_t row = 0;
  bool missing = false;  // or a value outside
};

struct ColumnImport {
  DataColumn values;                   // one for each record; of a dropped one whatever
  std::vector<std::uint8_t> marks;     // as above
  std::optional<RefusedCell> refused;  // the first cell that the policy refuses; the rest is void then
};
ColumnImport import_column(const Column& column, const CatalogueColumn& declared);

// An error where no column can be imported by such a declaration.
void require_sound(const CatalogueColumn& declared, const std::string& table);

// 32 bits hold the domain, and NULL beside it.
bool is_narrow(const CatalogueColumn& declared);

// The place of a column in the data: of that very name, or else of the only one that differs in case. An
// error names `source`, and what there is.
std::size_t place_in_data(const std::vector<std::string>& names, const std::string& wanted,
                          const std::string& source);

}  // namespace sfumato::queries
