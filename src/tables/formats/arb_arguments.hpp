// The arguments of one command of a batch file, taken one after the other. Every complaint names the file,
// the line, and how the command is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tables/decimal.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {

class ArbArguments {
 public:
  // `usage` is an example of the whole command, for hints.
  ArbArguments(std::string_view rest, const TextLines& lines, std::string usage)
      : rest_(rest), lines_(lines), usage_(std::move(usage)) {}

  // Is nothing left but blanks and a comment?
  bool at_end();
  bool at(char sign);
  // Takes the sign if it comes next.
  bool take(char sign);
  void expect(char sign);
  void expect_end();

  // Text in double quotes, or what stands before the next , ( ) | or quote; `what` it is, for messages.
  std::string text(const std::string& what);  // not empty
  std::string optional_text();
  std::string quoted_text(const std::string& what);
  Decimal number(const std::string& what);
  std::size_t whole(const std::string& what, std::size_t most);

  [[noreturn]] void fail(const std::string& message) const { lines_.fail(message, usage_); }
  [[noreturn]] void fail(const std::string& message, const std::string& hint) const {
    lines_.fail(message, hint);
  }

 private:
  void skip_blanks();

  std::string_view rest_;
  const TextLines& lines_;
  std::string usage_;
};

}  // namespace sfumato::tables
