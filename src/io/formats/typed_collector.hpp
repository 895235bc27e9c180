// One column of a database as its cells come, row by row. Which values it has decides how it is stored, by
// one rule for all databases.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/column.hpp"
#include "core/schema.hpp"
#include "core/table.hpp"
#include "io/code_collector.hpp"

namespace sfumato::io {

// What a column of a database is said to hold. It decides where there is no value that shows it, and how
// texts are understood.
enum class DeclaredType { integer, number, boolean, date, timestamp, decimal, text, dynamic };

// Integers are integers; where some cells are other numbers, all are doubles, and an integer that a double
// cannot hold is an error. Where some cells are texts, all are: a number becomes its shortest text. Texts
// that all are dates (2021-03-31) are dates and those that all are moments of one form are moments, as in
// CSV, unless the type says text; texts of a decimal column are numbers where none has more than 15 digits,
// which a double holds exactly, and texts otherwise. Booleans are "true" and "false".
class TypedCollector {
 public:
  // `source` names the table in errors.
  TypedCollector(std::string name, DeclaredType type, std::string source)
      : name_(std::move(name)), type_(type), source_(std::move(source)) {}

  void add_missing();
  void add(std::int64_t value);
  void add(double value);
  void add(std::string_view text);
  void add_bytes(std::string_view bytes);  // as hexadecimal digits, \x00ff

  ColumnInfo info() const;  // of what take() has returned
  Column take();

 private:
  enum class State { nothing, integers, numbers, texts };

  void become_numbers();
  void become_texts();
  Column finished_texts();
  [[noreturn]] void wrong(const std::string& what, const std::string& hint) const;

  std::string name_;
  DeclaredType type_;
  std::string source_;
  State state_ = State::nothing;
  std::size_t rows_ = 0;  // so far
  Integers integers_;
  Numbers numbers_;
  CodeCollector texts_;
  bool dates_ = true;  // all texts so far
  Kind kind_ = Kind::nominal;
};

// The table of all columns.
Table collected(std::vector<TypedCollector>& columns);

// Texts of decimal numbers, such as "12.50": integers, or doubles where these hold every one of them exactly,
// and otherwise the texts.
Column exact_numbers(Codes texts);

}  // namespace sfumato::io
