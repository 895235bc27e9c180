// The limits of SPSS files (version 2, Unicode) and Stata files (version 118), as their manuals give
// them; where ReadStat loses more (spaces at the end of texts), its loss is a limit too.
#include "io/formats/package_limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/declared_kind.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

struct Limits {
  std::string_view package;
  std::string_view extension;
  bool stata = false;
  std::size_t columns;
  std::size_t text_bytes;
  std::size_t label_bytes;       // of a column's description
  std::size_t label_characters;  // of the same
  std::size_t value_label_bytes;
  double largest;  // value that is not a missing value
};

// SPSS itself holds one byte more of text, which ReadStat cuts off.
constexpr Limits sav_limits = {.package = "SPSS",
                               .extension = ".sav",
                               .stata = false,
                               .columns = 2147483647,
                               .text_bytes = 32766,
                               .label_bytes = 256,
                               .label_characters = 256,
                               .value_label_bytes = 120,
                               .largest = 1.797693134862315e308};
constexpr Limits dta_limits = {.package = "Stata",
                               .extension = ".dta",
                               .stata = true,
                               .columns = 32767,
                               .text_bytes = 2000000000,
                               .label_bytes = 320,
                               .label_characters = 80,
                               .value_label_bytes = 32000,
                               .largest = 8.9884656743115e307};

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return result;
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

bool reserved_in_spss(std::string_view name) {
  static const std::set<std::string, std::less<>> words = {"ALL", "AND", "BY", "EQ", "GE",  "GT",  "LE",
                                                           "LT",  "NE",  "OR", "TO", "NOT", "WITH"};
  return words.count(upper(name)) > 0;
}

bool reserved_in_stata(std::string_view name) {
  static const std::set<std::string, std::less<>> words = {
      "_all", "_b", "byte", "_coef", "_cons", "double", "float", "if",    "in",   "int",  "long",
      "_n",   "_N", "_pi",  "_pred", "_rc",   "_skip",  "strL",  "using", "with", "alias"};
  if (words.count(name) > 0) return true;
  return name.size() > 3 && name.starts_with("str") && std::all_of(name.begin() + 3, name.end(), is_digit);
}

// What is wrong with a name; empty when nothing is.
std::string wrong_name(std::string_view name, const Limits& limits) {
  if (name.empty()) return "it has no name";
  const auto allowed = [&](char c) {
    const std::string_view others = limits.stata ? "_" : "._$#@";
    return is_letter(c) || is_digit(c) || others.find(c) != std::string_view::npos;
  };
  if (limits.stata ? characters(name) > 32 : name.size() > 64) {
    return limits.stata ? "its name has more than 32 characters" : "its name has more than 64 bytes";
  }
  const bool first = is_letter(name[0]) || (limits.stata ? name[0] == '_' : name[0] == '@');
  if (!first) return "its name must begin with a letter";
  const auto bad = std::find_if_not(name.begin(), name.end(), allowed);
  if (bad != name.end()) return "its name has the character '" + shown(std::string(1, *bad)) + "'";
  if (!limits.stata && name.back() == '.') return "its name ends with a dot";
  if (limits.stata ? reserved_in_stata(name) : reserved_in_spss(name)) return "its name is a reserved word";
  return {};
}

struct ValueLimits {
  const Limits& limits;

  // What cannot be held of a column's values; empty when all can.
  std::string operator()(const Numbers& numbers) const {
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (std::isinf(numbers[row])) return "an infinite value in row " + std::to_string(row + 1);
      if (std::fabs(numbers[row]) > limits.largest)
        return "a number beyond its range in row " + std::to_string(row + 1);
    }
    return {};
  }
  std::string operator()(const Integers& integers) const {
    for (std::size_t row = 0; row < integers.values.size(); ++row) {
      const bool missing = !integers.missing.empty() && integers.missing[row] != 0;
      const std::int64_t value = integers.values[row];
      if (!missing && (value > largest_exact_integer || value < -largest_exact_integer)) {
        return "an integer beyond 2^53 in row " + std::to_string(row + 1);
      }
    }
    return {};
  }
  std::string operator()(const Dates& dates) const {
    for (std::size_t row = 0; row < dates.days.size(); ++row) {
      const std::int32_t day = dates.days[row];
      if (day == Dates::missing) continue;
      if (!is_calendar_day(day))
        return "a date outside the years 1 to 9999 in row " + std::to_string(row + 1);
    }
    return {};
  }
  // What cannot be held has become texts before.
  std::string operator()(const Timestamps&) const { return {}; }
  std::string operator()(const Codes& codes) const {
    std::vector<bool> checked(codes.labels.size());
    for (std::size_t row = 0; row < codes.codes.size(); ++row) {
      if (codes.codes[row] == Codes::missing || checked[static_cast<std::size_t>(codes.codes[row])]) continue;
      checked[static_cast<std::size_t>(codes.codes[row])] = true;
      const std::string what = wrong_text(codes.labels[static_cast<std::size_t>(codes.codes[row])]);
      if (!what.empty()) return what + " in row " + std::to_string(row + 1);
    }
    return {};
  }

  std::string wrong_text(const std::string& text) const {
    if (text.empty()) return "an empty text, which would read back as missing,";
    if (text.size() > limits.text_bytes)
      return "a text of more than " + std::to_string(limits.text_bytes) + " bytes";
    if (text.back() == ' ') return "a text that ends with a space, which would be lost,";
    if (first_invalid_utf8(text) != std::string::npos || text.find('\0') != std::string::npos) {
      return "a text that is not UTF-8, or has a NUL byte,";
    }
    return {};
  }
};

std::string wrong_labels(const ColumnInfo& info, const Column& column, const Limits& limits) {
  if (info.label.size() > limits.label_bytes || characters(info.label) > limits.label_characters) {
    return "its label has more than " + std::to_string(limits.label_characters) +
           (limits.stata ? " characters" : " bytes");
  }
  if (first_invalid_utf8(info.label) != std::string::npos) return "its label is not UTF-8";
  if (info.value_labels.empty()) return {};
  if (column.is_calendar()) return "dates cannot have value labels";
  if (limits.stata && column.is_text()) return "texts cannot have value labels";
  if (!column.is_text() && !labels_numbers(info.value_labels)) return "a value label belongs to no number";
  for (const auto& [code, label] : info.value_labels) {
    if (label.size() > limits.value_label_bytes || first_invalid_utf8(label) != std::string::npos) {
      return "a value label has more than " + std::to_string(limits.value_label_bytes) + " bytes";
    }
    const auto number = is_missing_code(code) ? std::nullopt : parse_number(code);
    const bool fits = number && *number == std::trunc(*number) && std::fabs(*number) <= 2147483620.0;
    if (limits.stata && !is_missing_code(code) && !fits) {
      return "a value label belongs to '" + shown(code) + "', which is not a 32-bit integer";
    }
  }
  return {};
}

void require_can_hold(const Table& table, const Limits& limits) {
  if (table.column_count() == 0) {
    bad_input("a table without columns cannot be written", "keep at least one column");
  }
  constexpr std::size_t most_named = 20;
  std::string wrong;
  std::size_t named = 0;
  const auto add = [&](const ColumnInfo& info, const std::string& what) {
    if (what.empty() || ++named > most_named) return;
    wrong += (wrong.empty() ? "column '" : "; column '") + shown(info.name) + "': " + what;
  };
  if (table.column_count() > limits.columns) {
    wrong = "the table has " + std::to_string(table.column_count()) + " columns, more than " +
            std::to_string(limits.columns);
  }
  if (table.rows() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    wrong = "the table has more than 2147483647 rows";
  }
  std::map<std::string, std::string> seen;  // names as the package compares them
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const ColumnInfo& info = table.info(id);
    add(info, wrong_name(info.name, limits));
    const auto [same, added] = seen.emplace(limits.stata ? info.name : upper(info.name), info.name);
    if (!added)
      add(info, "its name is the same as '" + shown(same->second) + "' in " + std::string(limits.package));
    const std::string values = table.column(id).visit(ValueLimits{limits});
    add(info, values.empty() ? values : "it has " + values);
    add(info, wrong_labels(info, table.column(id), limits));
  }
  if (wrong.empty()) return;
  if (named > most_named) wrong += "; and " + std::to_string(named - most_named) + " more";
  bad_input(std::string(limits.package) + " files (" + std::string(limits.extension) +
                ") cannot hold this table: " + wrong,
            "change these columns, or write .parquet or .csv, which hold them");
}

}  // namespace

void require_sav_can_hold(const Table& table) { require_can_hold(table, sav_limits); }
void require_dta_can_hold(const Table& table) { require_can_hold(table, dta_limits); }

}  // namespace sfumato::io
