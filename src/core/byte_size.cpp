// Units are those of the SI and of IEC 80000-13, as other programs for data read them.
#include "core/byte_size.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato {
namespace {

constexpr std::uint64_t giga = 1000000000;

constexpr std::array<std::pair<std::string_view, double>, 10> units = {{{"", 1.0},
                                                                        {"b", 1.0},
                                                                        {"kb", 1e3},
                                                                        {"mb", 1e6},
                                                                        {"gb", 1e9},
                                                                        {"tb", 1e12},
                                                                        {"kib", 1024.0},
                                                                        {"mib", 1048576.0},
                                                                        {"gib", 1073741824.0},
                                                                        {"tib", 1099511627776.0}}};

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && (is_digit(text[digits]) || text[digits] == '.')) ++digits;
  const std::optional<double> number = parse_number(text.substr(0, digits));
  text.remove_prefix(digits);
  while (text.starts_with(' ')) text.remove_prefix(1);
  std::string unit(text);
  for (char& letter : unit) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  for (const auto& [name, factor] : units) {
    if (unit != name || !number) continue;
    constexpr double most = 9e18;  // below 2^63
    const double bytes = std::round(*number * factor);
    if (bytes < 1.0 || bytes > most) return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
  }
  return std::nullopt;
}

std::uint64_t memory_size(std::string_view text) {
  constexpr std::uint64_t least = 1000000;
  const std::optional<std::uint64_t> bytes = parse_byte_size(text);
  if (!bytes || *bytes < least) {
    bad_param("memory", "‹memory› cannot be '" + std::string(text) + "'",
              "give a size of at least 1MB, for example 500MB, 4GB or 4GiB");
  }
  return *bytes;
}

std::string byte_size_text(std::uint64_t bytes) {
  constexpr int digits = 4;
  std::size_t unit = 1;
  while (unit < 5 && static_cast<double>(bytes) >= 1000.0 * units[unit].second) ++unit;
  constexpr std::array<std::string_view, 6> names = {"", "B", "kB", "MB", "GB", "TB"};
  return rounded(static_cast<double>(bytes) / units[unit].second, digits) + " " + std::string(names[unit]);
}

std::string gigabytes_for(std::uint64_t bytes) { return std::to_string((bytes + giga - 1) / giga) + "GB"; }

}  // namespace sfumato
