// JSON piece by piece, as the reader of a table asks for it. A table of a million cells never stands in
// memory as a tree of values, and its numbers come as they were written, so that no decimal is ever rounded.
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

  // Steps into what must come next; then every item is announced by next_item() or next_member(), which are
  // false once, at the end.
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

  // The value that must come next. A view is good until `buffer` changes.
  std::string_view text(std::string& buffer);
  std::string text();
  bool truth();
  Decimal decimal();
  std::int64_t whole();
  // Is it null? Then it is taken.
  bool take_null();
  // Does an array come next?
  bool at_array();
  // Whatever it is, checked for its form.
  void skip();
  // Nothing but blanks may follow.
  void require_end();

  std::size_t position() const { return at_; }
  // Goes on where a value begins that position() has named.
  void seek(std::size_t position);

  // "table.json, line 3, column 7: " and the message, about what came last.
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
  std::vector<bool> fresh_;  // for each array or object that is open: nothing of it was read yet
};

}  // namespace sfumato::tables
