// A pull parser for JSON tables. A table of a million cells is never in memory as a tree of values, and its
// numbers are read as written, so that no decimal is rounded.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/decimal.hpp"

namespace sfumato::tables {

class JsonCursor {
 public:
  // `text` is valid UTF-8 and outlives this.
  JsonCursor(std::string_view text, std::string source) : text_(text), source_(std::move(source)) {}

  // Enters the array or object that must come next; then next_item() or next_member() is true before each
  // item and false once, at the end.
  void begin_array();
  bool next_item();
  void begin_object();
  bool next_member(std::string& name);

  // The items of the list that must come next: `body` takes each.
  template <class Body>
  void each(const Body& body) {
    begin_array();
    while (next_item()) body();
  }
  // The members of the object that must come next, none twice and all of them `allowed`: `body` gets the name
  // and takes the value.
  void each_member(const std::vector<std::string>& allowed,
                   const std::function<void(const std::string& name)>& body);
  std::vector<std::string> texts();

  // The value that must come next. A view is valid until `buffer` changes.
  std::string_view text(std::string& buffer);
  std::string text();
  bool truth();
  Decimal decimal();
  std::int64_t whole();
  // Whether the next value is null; if so, it is consumed.
  bool take_null();
  // Whether an array comes next.
  bool at_array();
  // Skips any value and checks its syntax.
  void skip();
  // Only blanks may follow.
  void require_end();

  std::size_t position() const { return at_; }
  // Continues at a value whose position() was stored.
  void seek(std::size_t position);

  // "table.json, line 3, column 7: " and the message, about the last token.
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const;

 private:
  char peek();
  void take(char expected, const char* what);
  bool next_in(char close);
  void begin();
  void take_word(std::string_view word);
  std::string_view number();
  std::optional<Decimal> short_decimal();
  void append_escape(std::string& out);
  unsigned hexadecimal();

  std::string_view text_;
  std::string source_;
  std::size_t at_ = 0;
  std::vector<bool> fresh_;  // for each open array or object: nothing of it was read yet
};

}  // namespace sfumato::tables
