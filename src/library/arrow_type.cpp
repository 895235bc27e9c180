// Format texts as the specification of the C data interface lists them.
#include "library/arrow_type.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "io/utf8.hpp"

namespace sfumato::library {
namespace {

struct Named {
  std::string_view format;
  ArrowId id;
  std::size_t width;
  std::int64_t ticks = 1;
};

constexpr std::array plain_types{Named{"n", ArrowId::null, 0},
                                 Named{"b", ArrowId::boolean, 0},
                                 Named{"c", ArrowId::int8, 1},
                                 Named{"C", ArrowId::uint8, 1},
                                 Named{"s", ArrowId::int16, 2},
                                 Named{"S", ArrowId::uint16, 2},
                                 Named{"i", ArrowId::int32, 4},
                                 Named{"I", ArrowId::uint32, 4},
                                 Named{"l", ArrowId::int64, 8},
                                 Named{"L", ArrowId::uint64, 8},
                                 Named{"e", ArrowId::float16, 2},
                                 Named{"f", ArrowId::float32, 4},
                                 Named{"g", ArrowId::float64, 8},
                                 Named{"tdD", ArrowId::date32, 4},
                                 Named{"tdm", ArrowId::date64, 8},
                                 Named{"tts", ArrowId::time32, 4, 1},
                                 Named{"ttm", ArrowId::time32, 4, 1000},
                                 Named{"ttu", ArrowId::time64, 8, 1000000},
                                 Named{"ttn", ArrowId::time64, 8, 1000000000},
                                 Named{"u", ArrowId::text, 0},
                                 Named{"U", ArrowId::large_text, 0},
                                 Named{"vu", ArrowId::text_view, 0}};

struct Refused {
  std::string_view prefix;
  std::string_view name;
};

constexpr std::array refused_types{
    Refused{"+l", "list"},   Refused{"+L", "list"},     Refused{"+vl", "list"},
    Refused{"+vL", "list"},  Refused{"+w:", "list"},    Refused{"+s", "structure"},
    Refused{"+m", "map"},    Refused{"+u", "union"},    Refused{"+r", "run-end encoded"},
    Refused{"z", "binary"},  Refused{"Z", "binary"},    Refused{"vz", "binary"},
    Refused{"w:", "binary"}, Refused{"tD", "duration"}, Refused{"ti", "interval"}};

[[noreturn]] void refuse(std::string_view format, const std::string& where) {
  for (const Refused& refused : refused_types) {
    if (!format.starts_with(refused.prefix)) continue;
    bad_input(where + ": values of the type " + std::string(refused.name) + " are not supported",
              "hand the column over as numbers, dates or text, or leave it out");
  }
  bad_input(where + ": unknown Arrow format '" + io::shown(format.substr(0, 40)) + "'",
            "see the format texts of the Arrow C data interface");
}

// Numbers separated by commas; nothing when there is anything else.
std::optional<std::vector<std::int32_t>> listed_numbers(std::string_view text) {
  std::vector<std::int32_t> numbers;
  while (true) {
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return std::nullopt;
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return numbers;
    if (text.front() != ',' || numbers.size() == 3) return std::nullopt;
    text.remove_prefix(1);
  }
}

// "d:precision,scale" with 128 bits, or "d:precision,scale,bits".
ArrowType decimal_type(std::string_view format, const std::string& where) {
  const auto numbers = listed_numbers(format.substr(2));
  if (!numbers || numbers->size() < 2) refuse(format, where);
  const std::int32_t bits = numbers->size() == 3 ? (*numbers)[2] : 128;
  const std::int32_t digits = bits == 32 ? 9 : bits == 64 ? 18 : bits == 128 ? 38 : bits == 256 ? 76 : 0;
  const std::int32_t precision = (*numbers)[0];
  const std::int32_t scale = (*numbers)[1];
  if (precision < 1 || precision > digits || scale < -1000 || scale > 1000) refuse(format, where);
  return {.id = ArrowId::decimal, .width = static_cast<std::size_t>(bits / 8), .scale = scale};
}

// "tss:zone", "tsm:zone", "tsu:zone", "tsn:zone".
ArrowType timestamp_type(std::string_view format, const std::string& where) {
  if (format.size() < 4 || format[3] != ':') refuse(format, where);
  const std::size_t unit = std::string_view("smun").find(format[2]);
  if (unit == std::string_view::npos) refuse(format, where);
  constexpr std::array<std::int64_t, 4> ticks{1, 1000, 1000000, 1000000000};
  return {.id = ArrowId::timestamp, .ticks = ticks[unit], .zone = std::string(format.substr(4)), .width = 8};
}

}  // namespace

ArrowType parse_arrow_type(std::string_view format, const std::string& where) {
  for (const Named& type : plain_types) {
    if (type.format == format) return {.id = type.id, .ticks = type.ticks, .width = type.width};
  }
  if (format.starts_with("d:")) return decimal_type(format, where);
  if (format.starts_with("ts")) return timestamp_type(format, where);
  refuse(format, where);
}

}  // namespace sfumato::library
