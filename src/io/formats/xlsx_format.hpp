// What the cells of a workbook mean: number formats that show dates and times, serial numbers of days, and
// the escapes of its texts. Reading and writing share these rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sfumato::io {

constexpr std::size_t xlsx_rows = 1048576, xlsx_columns = 16384, xlsx_characters = 32767;

// What a number is shown as.
enum class NumberShown : std::uint8_t { number, with_decimals, day, time, moment };

// Of a format code such as "yyyy-mm-dd" or "0.00%"; of its parts between semicolons the first counts.
// Elapsed time ([h]:mm) is a number of days.
NumberShown shown_by(std::string_view format_code);
// Of a format that has a number and no code (ECMA-376, 18.8.30).
NumberShown shown_by_number(std::int64_t format);

// Milliseconds since 1970 of a serial number of days. Days of the 1900 system count a 29 February 1900 that
// did not exist: nothing for it, and for numbers below 1.
std::optional<std::int64_t> serial_milliseconds(double serial, bool from_1904);
// The serial number in the 1900 system of a day since 1970; nothing before 1900-03-01, where programs
// disagree.
std::optional<std::int64_t> day_serial(std::int64_t day);

// "A" is column 0, "AA" is 26.
std::string column_letters(std::size_t column);
// "B12" as column 1 and row 11; nothing for anything else, or beyond the limits of a sheet.
struct CellPlace {
  std::size_t row = 0, column = 0;
};
std::optional<CellPlace> parse_cell(std::string_view reference);
std::string cell_name(CellPlace place);

// Characters that XML cannot have are written as _x0001_, and an underscore that would look like such an
// escape as _x005F_ (ST_Xstring). `escaped` also escapes what XML needs.
std::string escaped_text(std::string_view text);
std::string unescaped_text(std::string_view text);
// UTF-16 units, in which workbooks count characters.
std::size_t utf16_length(std::string_view text);

}  // namespace sfumato::io
