// A cell as an exact integer of a column's units: data are decimal texts, integers or doubles, and only the
// declared rounding may move a value across a bound of its domain.
#pragma once

#include <cstdint>
#include <string_view>

namespace sfumato::queries {

struct CellUnits {
  // Beyond: farther from 0 than any domain, with the sign of `units`.
  enum class Kind : std::uint8_t { units, beyond, no_number };
  Kind kind = Kind::units;
  std::int64_t units = 0;
  bool rounded = false;  // it had more decimals than the column
};

// A unit is 10^-decimals, 0 to 15 of them; halves are rounded away from zero.
// " -1.25e3 ", "+007" and "Infinity" are numbers; "", "1,5", "0x1" and "NaN" are not.
CellUnits text_units(std::string_view text, int decimals);
CellUnits integer_units(std::int64_t number, int decimals);
CellUnits double_units(double number, int decimals);  // by its shortest text; not for NaN

}  // namespace sfumato::queries
