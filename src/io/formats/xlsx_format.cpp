// ECMA-376 (Office Open XML), part 1: 18.8.30 number formats, 18.17.4 dates, 22.9.2.19 escapes of texts.
#include "io/formats/xlsx_format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sfumato::io {
namespace {

constexpr std::int64_t milliseconds_per_day = 86400000;
constexpr std::int64_t day_1899_12_30 = -25569, day_1904_01_01 = -24107;

char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The letters of a format that mean something: without quoted text, escapes, colours, AM/PM. Elapsed time,
// [h], becomes an 'E'.
std::string meaning_of(std::string_view code) {
  std::string meaning;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    if (c == ';') break;
    if (c == '\\' || c == '_' || c == '*') {
      ++at;
    } else if (c == '"') {
      at = std::min(code.find('"', at + 1), code.size());
    } else if (c == '[') {
      const std::size_t end = std::min(code.find(']', at), code.size());
      const std::string_view inner = code.substr(at + 1, end - at - 1);
      const bool elapsed = !inner.empty() && std::all_of(inner.begin(), inner.end(), [&](char letter) {
        return lowered(letter) == lowered(inner[0]) &&
               std::string_view("hms").find(lowered(letter)) != std::string_view::npos;
      });
      if (elapsed) meaning += 'E';
      at = end;
    } else if (std::string_view("aA").find(c) != std::string_view::npos &&
               (code.substr(at, 5) == "AM/PM" || code.substr(at, 5) == "am/pm")) {
      at += 4;
    } else {
      meaning += lowered(c);
    }
  }
  return meaning;
}

bool is_general(std::string_view code) {
  std::string lower;
  for (const char c : code) lower += lowered(c);
  return lower == "general" || lower.empty() || lower == "@";
}

void append_escape(std::string& out, unsigned unit) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  out += "_x";
  for (unsigned shift = 16; shift > 0; shift -= 4) out += digits[(unit >> (shift - 4)) & 15U];
  out += '_';
}

// The unit of an escape "_xHHHH_" at this place.
std::optional<unsigned> escape_at(std::string_view text, std::size_t at) {
  if (text.size() - at < 7 || text[at] != '_' || text[at + 1] != 'x' || text[at + 6] != '_') {
    return std::nullopt;
  }
  unsigned unit = 0;
  const char* const begin = text.data() + at + 2;
  const auto result = std::from_chars(begin, begin + 4, unit, 16);
  return result.ptr == begin + 4 ? std::optional(unit) : std::nullopt;
}

}  // namespace

NumberShown shown_by(std::string_view format_code) {
  if (is_general(format_code)) return NumberShown::number;
  const std::string meaning = meaning_of(format_code);
  const auto has = [&](std::string_view letters) {
    return meaning.find_first_of(letters) != std::string::npos;
  };
  if (has("E")) return NumberShown::with_decimals;
  const bool digits = has("0#?");
  const bool clock = has("hs"), calendar = has("yd") || (has("m") && !clock);
  if (calendar && clock) return NumberShown::moment;
  if (calendar && !digits) return NumberShown::day;
  if (clock && (!digits || meaning.find(':') != std::string::npos)) return NumberShown::time;
  return has(".%e/") ? NumberShown::with_decimals : NumberShown::number;
}

NumberShown shown_by_number(std::int64_t format) {
  if (format == 22) return NumberShown::moment;
  if ((format >= 14 && format <= 17) || (format >= 27 && format <= 31) || format == 36 ||
      (format >= 50 && format <= 54) || format == 57 || format == 58) {
    return NumberShown::day;
  }
  if ((format >= 18 && format <= 21) || (format >= 32 && format <= 35) || format == 45 || format == 47 ||
      format == 55 || format == 56) {
    return NumberShown::time;
  }
  const bool decimals = format == 2 || format == 4 || (format >= 9 && format <= 13) || format == 39 ||
                        format == 40 || format == 43 || format == 44 || format == 46 || format == 48 ||
                        format == 7 || format == 8;
  return decimals ? NumberShown::with_decimals : NumberShown::number;
}

std::optional<std::int64_t> serial_milliseconds(double serial, bool from_1904) {
  constexpr double last = 2958466;  // after 9999-12-31
  if (!(serial >= (from_1904 ? 0.0 : 1.0)) || serial >= last) return std::nullopt;
  const auto total =
      static_cast<std::int64_t>(std::llround(serial * static_cast<double>(milliseconds_per_day)));
  const std::int64_t day = total / milliseconds_per_day;
  if (from_1904) return total + day_1904_01_01 * milliseconds_per_day;
  if (day == 60) return std::nullopt;
  return total + (day_1899_12_30 + (day < 60 ? 1 : 0)) * milliseconds_per_day;
}

std::optional<std::int64_t> day_serial(std::int64_t day) {
  const std::int64_t serial = day - day_1899_12_30;
  return serial >= 61 && serial < 2958466 ? std::optional(serial) : std::nullopt;
}

std::string column_letters(std::size_t column) {
  std::string letters;
  for (std::size_t left = column + 1; left > 0; left = (left - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (left - 1) % 26));
  }
  return letters;
}

std::optional<CellPlace> parse_cell(std::string_view reference) {
  std::size_t column = 0, at = 0;
  for (; at < reference.size() && at < 4 && reference[at] >= 'A' && reference[at] <= 'Z'; ++at) {
    column = 26 * column + static_cast<std::size_t>(reference[at] - 'A' + 1);
  }
  std::size_t row = 0;
  const char* const end = reference.data() + reference.size();
  const auto result = std::from_chars(reference.data() + at, end, row);
  const bool valid = result.ec == std::errc() && result.ptr == end && column >= 1 && column <= xlsx_columns &&
                     row >= 1 && row <= xlsx_rows;
  return valid ? std::optional(CellPlace{row - 1, column - 1}) : std::nullopt;
}

std::string cell_name(CellPlace place) {
  return column_letters(place.column) + std::to_string(place.row + 1);
}

std::string escaped_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
      append_escape(out, static_cast<unsigned char>(c));
    } else if (escape_at(text, at)) {
      out += "_x005F_";
    } else if (text.substr(at, 3) == "\xEF\xBF\xBE" || text.substr(at, 3) == "\xEF\xBF\xBF") {
      append_escape(out, text[at + 2] == '\xBE' ? 0xFFFE : 0xFFFF);
      at += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string unescaped_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::optional<unsigned> unit = text[at] == '_' ? escape_at(text, at) : std::nullopt;
    if (!unit || (*unit >= 0xD800 && *unit < 0xE000) || *unit == 0) {
      out += text[at];
      continue;
    }
    if (*unit < 0x80) {
      out += static_cast<char>(*unit);
    } else if (*unit < 0x800) {
      out += static_cast<char>(0xC0U | (*unit >> 6U));
      out += static_cast<char>(0x80U | (*unit & 0x3FU));
    } else {
      out += static_cast<char>(0xE0U | (*unit >> 12U));
      out += static_cast<char>(0x80U | ((*unit >> 6U) & 0x3FU));
      out += static_cast<char>(0x80U | (*unit & 0x3FU));
    }
    at += 6;
  }
  return out;
}

std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0U) == 0x80U ? 0 : byte >= 0xF0 ? 2 : 1;
  }
  return units;
}

}  // namespace sfumato::io
