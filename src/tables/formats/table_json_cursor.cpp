#include "tables/formats/table_json_cursor.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t deepest = 64;

void append_utf8(std::string& out, unsigned point) {
  const auto byte = [&](unsigned bits) { out += static_cast<char>(bits); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xC0U | (point >> 6U));
    byte(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    byte(0xE0U | (point >> 12U));
    byte(0x80U | ((point >> 6U) & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  } else {
    byte(0xF0U | (point >> 18U));
    byte(0x80U | ((point >> 12U) & 0x3FU));
    byte(0x80U | ((point >> 6U) & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  }
}

}  // namespace

void JsonCursor::fail(const std::string& message, const std::string& hint) const {
  const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  bad_input(source_ + ", line " + std::to_string(1 + std::count(before.begin(), before.end(), '\n')) +
                ", column " + std::to_string(column) + ": " + message,
            hint.empty() ? "see the documentation of tables, or write the file again" : hint);
}

// The next character that is not a blank; 0 at the end.
char JsonCursor::peek() {
  while (at_ < text_.size()) {
    const char letter = text_[at_];
    if (letter != ' ' && letter != '\n' && letter != '\r' && letter != '\t') return letter;
    ++at_;
  }
  return '\0';
}

void JsonCursor::take(char expected, const char* what) {
  if (peek() != expected || at_ == text_.size()) fail(std::string(what) + " is expected here");
  ++at_;
}

void JsonCursor::begin() {
  if (fresh_.size() == deepest) {
    fail("nested more than " + std::to_string(deepest) + " levels deep", "a table needs at most five");
  }
  fresh_.push_back(true);
}

void JsonCursor::begin_array() {
  take('[', "a list");
  begin();
}

void JsonCursor::begin_object() {
  take('{', "an object");
  begin();
}

bool JsonCursor::next_in(char close) {
  if (peek() == close) {
    ++at_;
    fresh_.pop_back();
    return false;
  }
  if (!fresh_.back()) {
    take(',', close == ']' ? "a comma or the end of the list" : "a comma or the end of the object");
    if (peek() == close) fail("there is nothing after the comma");
  }
  fresh_.back() = false;
  return true;
}

bool JsonCursor::next_item() { return next_in(']'); }

bool JsonCursor::next_member(std::string& name) {
  if (!next_in('}')) return false;
  name = text();
  take(':', "a colon");
  return true;
}

void JsonCursor::each_member(const std::vector<std::string>& allowed,
                             const std::function<void(const std::string&)>& body) {
  std::unordered_set<std::string> seen;
  std::string name;
  begin_object();
  while (next_member(name)) {
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
      fail("unknown member " + io::quoted(name), suggestion(name, allowed));
    }
    if (!seen.insert(name).second) fail("the member '" + name + "' occurs twice");
    body(name);
  }
}

std::vector<std::string> JsonCursor::texts() {
  std::vector<std::string> texts;
  each([&] { texts.push_back(text()); });
  return texts;
}

std::string_view JsonCursor::text(std::string& buffer) {
  take('"', "text in quotes");
  const std::size_t start = at_;
  for (; at_ < text_.size(); ++at_) {
    const char letter = text_[at_];
    if (letter == '"') return text_.substr(start, at_++ - start);
    if (letter == '\\') break;
    if (static_cast<unsigned char>(letter) < 0x20) fail("a control character in text; write it as \\u00XX");
  }
  buffer.assign(text_.substr(start, at_ - start));
  while (at_ < text_.size()) {
    const char letter = text_[at_];
    if (letter == '"') {
      ++at_;
      return buffer;
    }
    if (static_cast<unsigned char>(letter) < 0x20) fail("a control character in text; write it as \\u00XX");
    ++at_;
    if (letter == '\\') {
      append_escape(buffer);
    } else {
      buffer += letter;
    }
  }
  fail("the text has no closing quote");
}

std::string JsonCursor::text() {
  std::string buffer;
  return std::string(text(buffer));
}

unsigned JsonCursor::hexadecimal() {
  unsigned number = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char letter = at_ < text_.size() ? text_[at_] : '\0';
    const char small = static_cast<char>(letter | 0x20);
    if (!is_digit(letter) && (small < 'a' || small > 'f')) fail("\\u needs four hexadecimal digits");
    number = number * 16 + static_cast<unsigned>(is_digit(letter) ? letter - '0' : small - 'a' + 10);
  }
  return number;
}

void JsonCursor::append_escape(std::string& out) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  const char letter = at_ < text_.size() ? text_[at_++] : '\0';
  if (const std::size_t found = letters.find(letter); found != std::string_view::npos) {
    out += meanings[found];
    return;
  }
  if (letter != 'u') fail("an unknown escape in text");
  unsigned point = hexadecimal();
  if (point >= 0xD800 && point < 0xDC00 && text_.substr(at_, 2) == "\\u") {
    at_ += 2;
    const unsigned low = hexadecimal();
    if (low < 0xDC00 || low > 0xDFFF) fail("half a character in text");
    point = 0x10000 + ((point - 0xD800) << 10U) + (low - 0xDC00);
  } else if (point >= 0xD800 && point <= 0xDFFF) {
    fail("half a character in text");
  }
  append_utf8(out, point);
}

// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
std::string_view JsonCursor::number() {
  peek();
  const std::size_t start = at_;
  const auto letter = [&] { return at_ < text_.size() ? text_[at_] : '\0'; };
  const auto digits = [&] {
    const std::size_t first = at_;
    while (is_digit(letter())) ++at_;
    return at_ > first;
  };
  if (letter() == '-') ++at_;
  const bool zero = letter() == '0';
  const std::size_t first = at_;
  bool good = digits() && (!zero || at_ == first + 1);
  if (letter() == '.') {
    ++at_;
    good = digits() && good;
  }
  if (letter() == 'e' || letter() == 'E') {
    ++at_;
    if (letter() == '+' || letter() == '-') ++at_;
    good = digits() && good;
  }
  if (!good) {
    at_ = start;
    fail("a number is expected here");
  }
  return text_.substr(start, at_ - start);
}

// A plain number of at most 18 characters, the usual case; for others empty, and nothing is consumed.
std::optional<Decimal> JsonCursor::short_decimal() {
  constexpr std::ptrdiff_t most_digits = 18;
  peek();
  const char* const begin = text_.data() + at_;
  const char* const end = text_.data() + text_.size();
  const bool negative = begin != end && *begin == '-';
  const char* at = begin + (negative ? 1 : 0);
  const char* const first = at;
  std::int64_t units = 0;
  const auto digits = [&] {
    const char* const start = at;
    for (; at != end && is_digit(*at); ++at) {
      if (at - first >= most_digits) return false;
      units = units * 10 + (*at - '0');
    }
    return at != start;
  };
  if (!digits() || (*first == '0' && at - first > 1)) return std::nullopt;
  int decimals = 0;
  if (at != end && *at == '.') {
    const char* const point = at++;
    if (!digits()) return std::nullopt;
    decimals = static_cast<int>(at - point) - 1;
  }
  if (at != end && (*at == 'e' || *at == 'E')) return std::nullopt;
  at_ += static_cast<std::size_t>(at - begin);
  return Decimal(negative ? -units : units, decimals);
}

Decimal JsonCursor::decimal() {
  if (const std::optional<Decimal> plain = short_decimal()) return *plain;
  const std::string_view typed = number();
  if (const std::optional<Decimal> read = Decimal::parse(typed)) return *read;
  fail("the number " + data_value(typed) + " has more than 18 digits");
}

std::int64_t JsonCursor::whole() {
  if (const std::optional<std::int64_t> read = decimal().units_at(0)) return *read;
  fail("an integer is expected here");
}

void JsonCursor::take_word(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) fail(io::quoted(word) + " is expected here");
  at_ += word.size();
}

bool JsonCursor::truth() {
  const bool yes = peek() == 't';
  take_word(yes ? "true" : "false");
  return yes;
}

bool JsonCursor::take_null() {
  if (peek() != 'n') return false;
  take_word("null");
  return true;
}

bool JsonCursor::at_array() { return peek() == '['; }

void JsonCursor::skip() {
  const std::size_t outside = fresh_.size();
  std::vector<bool> arrays;
  std::string buffer;
  do {
    if (!arrays.empty()) {
      if (arrays.back() ? !next_item() : !next_member(buffer)) {
        arrays.pop_back();
        continue;
      }
    }
    const char letter = peek();
    if (letter == '[' || letter == '{') {
      letter == '[' ? begin_array() : begin_object();
      arrays.push_back(letter == '[');
    } else if (letter == '"') {
      text(buffer);
    } else if (letter == 't' || letter == 'f') {
      truth();
    } else if (letter == 'n') {
      take_null();
    } else {
      number();
    }
  } while (fresh_.size() > outside);
}

void JsonCursor::require_end() {
  peek();
  if (at_ != text_.size()) fail("there is text after the end of the document");
}

void JsonCursor::seek(std::size_t position) {
  at_ = position;
  fresh_.clear();
}

}  // namespace sfumato::tables
