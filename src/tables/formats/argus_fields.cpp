#include "tables/formats/argus_fields.hpp"

#include <algorithm>

#include "io/cell_text.hpp"

namespace sfumato::tables {
namespace {

constexpr std::string_view blanks = " \t";

// The text between the opening quote of `text` and the closing one; empty if it is not closed.
std::optional<std::string_view> quoted_part(std::string_view text) {
  const std::size_t end = text.find('"', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return text.substr(1, end - 1);
}

}  // namespace

std::optional<ArgusWord> take_argus_word(std::string_view& rest, const TextLines& lines) {
  rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
  if (rest.empty()) return std::nullopt;
  if (rest.front() == '"') {
    const std::optional<std::string_view> part = quoted_part(rest);
    if (!part) lines.fail("a quote is not closed", "close it with \"");
    rest.remove_prefix(part->size() + 2);
    return ArgusWord{*part, true};
  }
  std::size_t end = rest.find_first_of(blanks);
  if (rest.front() == '<') {
    const std::size_t close = rest.find('>');
    if (close != std::string_view::npos) end = std::min(end, close + 1);
  }
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(word.size());
  return ArgusWord{word, false};
}

bool split_argus_fields(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  while (true) {
    std::string_view rest = io::trimmed(line);
    // A tab that separates is not trimmed.
    if (separator == '\t') rest = line;
    if (rest.starts_with('"')) {
      const std::optional<std::string_view> part = quoted_part(rest);
      if (!part) return false;
      fields.push_back(io::trimmed(*part));
      rest.remove_prefix(part->size() + 2);
      const std::size_t next = rest.find(separator);
      if (!io::trimmed(rest.substr(0, next)).empty()) return false;
      if (next == std::string_view::npos) return true;
      line = rest.substr(next + 1);
    } else {
      const std::size_t next = line.find(separator);
      fields.push_back(io::trimmed(line.substr(0, next)));
      if (next == std::string_view::npos) return true;
      line.remove_prefix(next + 1);
    }
  }
}

std::optional<Decimal> parse_argus_decimal(std::string_view text, bool comma) {
  const std::size_t at = comma ? text.find(',') : std::string_view::npos;
  if (at == std::string_view::npos) return Decimal::parse(text);
  if (text.find('.') != std::string_view::npos) return std::nullopt;
  std::string pointed(text);
  pointed[at] = '.';
  return Decimal::parse(pointed);
}

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& letter : upper) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return upper;
}

}  // namespace sfumato::tables
