// One column of tau-Argus's microdata while it is read: codes as text, amounts as integers as long as all are
// integers, then as doubles, always equal to the text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/column.hpp"
#include "core/schema.hpp"
#include "io/code_collector.hpp"
#include "tables/formats/argus_metadata.hpp"

namespace sfumato::tables {

// Whether this variable is read as a number.
bool is_number(const ArgusVariable& variable);

std::size_t character_count(std::string_view text);

class ArgusColumn {
 public:
  // `comma`: decimals may follow a comma.
  ArgusColumn(const ArgusVariable& variable, bool comma, std::size_t rows);

  // Adds a trimmed field; returns the error, or an empty text.
  std::string add(std::string_view field);
  Column take();

 private:
  std::string add_number(std::string_view field);
  void add_missing();
  void add_whole(std::int64_t number);
  bool add_double(double number);

  const ArgusVariable* variable_;
  bool comma_;
  bool number_;
  bool whole_ = true;
  Integers integers_;
  Numbers numbers_;
  io::CodeCollector codes_;
};

ColumnInfo column_info(const ArgusVariable& variable);

// Column `position` of all parts; an error where integers of one part are too large for the doubles that
// another one needs.
Column joined_column(const std::vector<std::vector<Column>>& parts, std::size_t position,
                     const std::string& source, const ArgusVariable& variable);

}  // namespace sfumato::tables
