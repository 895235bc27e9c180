#include "tables/formats/text_lines.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "io/utf8.hpp"

namespace sfumato::tables {
namespace {

constexpr std::string_view blanks = " \t";

}  // namespace

TextLines::TextLines(std::string_view bytes, std::string source, std::size_t most_bytes)
    : rest_(bytes), source_(std::move(source)) {
  if (rest_.size() > most_bytes) {
    bad_input(source_ + " has more than " + std::to_string(most_bytes) + " bytes");
  }
  if (rest_.find('\0') != std::string_view::npos) {
    bad_input(source_ + " has a NUL byte, so it is not text", "save the file as plain text (UTF-8)");
  }
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
}

std::optional<std::string_view> TextLines::next() {
  if (rest_.empty()) return std::nullopt;
  ++number_;
  const std::size_t end = rest_.find('\n');
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view TextLines::require(std::string_view what) {
  if (const std::optional<std::string_view> line = next()) return *line;
  bad_input(source_ + " ends after line " + std::to_string(number_) + ", before " + std::string(what),
            "the file may have been cut off");
}

void TextLines::fail(const std::string& message, const std::string& hint) const {
  bad_input(source_ + ", line " + std::to_string(number_) + ": " + message, hint);
}

std::string_view take_word(std::string_view& text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) {
    text = {};
    return {};
  }
  const std::size_t end = std::min(text.find_first_of(blanks, first), text.size());
  const std::string_view word = text.substr(first, end - first);
  text.remove_prefix(end);
  return word;
}

}  // namespace sfumato::tables
