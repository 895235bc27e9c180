// A cell as a whole number of a column's units, exactly: data come as decimal texts, integers or doubles, and
// no rounding but the declared one may move a value across the edge of its domain.
#pragma once

#include <cstdint>
#include <string_view>

namespace sfumato::queries {

struct CellUnits {
  // Beyond: farther from 0 than any domain goes, on the side that `units` has the sign of.
  enum class Kind : std::uint8_t { units, beyond, no_number };
  Kind kind = Kind::units;
  std::int64_t units = 0;
  bool rounded = false;  // it had more decimals than there are
};

// A unit is 10^-decimals, 0 to 15 of them; halves are rounded away from zero.
// " -1.25e3 ", "+007" and "Infinity" are numbers; "", "1,5", "0x1" and "NaN" are none.
CellUnits text_units(std::string_view text, int decimals);
CellUnits integer_units(std::int64_t number, int decimals);
CellUnits double_units(double number, int decimals);  // by its shortest text; not for NaN

}  // namespace sfumato::queries
