// The cells of one sheet as they are read, and the columns that they become. The first row that is not empty
// has the names; a column is of numbers or dates where all its cells are, and else of texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "io/code_collector.hpp"
#include "io/file_format.hpp"
#include "io/formats/xlsx_format.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {

class SheetCells {
 public:
  SheetCells(std::string source, bool from_1904, const MemoryBudget& budget)
      : source_(std::move(source)), from_1904_(from_1904), budget_(budget) {}

  // Cells in the order of their rows; empty ones are left out. A number comes as it is written.
  void add_number(CellPlace place, std::string_view text, NumberShown shown);
  void add_text(CellPlace place, std::string_view text);
  // A date or moment as ISO text (of a cell of the type d).
  void add_iso(CellPlace place, std::string_view text);
  void add_boolean(CellPlace place, bool value);
  // #N/A, which is a missing value; all other errors are refused at the end.
  void add_error(CellPlace place, std::string_view text);
  // A formula of which the result is not in the file.
  void add_formula(CellPlace place);
  void add_merged(CellPlace first, CellPlace last);

  Table table(const ReadTerms& terms);

 private:
  enum class Type : std::uint8_t { absent, number, integer, text, boolean, not_available };
  struct Cell {
    Type type = Type::absent;
    NumberShown shown = NumberShown::number;
    union {
      double number;
      std::int64_t integer;  // also the code of a text, and a boolean
    };
    Cell() : integer(0) {}
  };
  struct SheetColumn {
    std::string name;
    bool named = false;
    std::size_t first_row = 0;  // of the sheet, with a value
    std::vector<Cell> cells;
    CodeCollector texts;
  };
  struct Census;

  [[noreturn]] void refuse(const std::string& what, const std::string& hint) const;
  Cell& place_cell(CellPlace place);
  SheetColumn& column_at(std::size_t column);
  bool names_cell(CellPlace place, std::string_view text, bool is_text);
  void begin_row(std::size_t row);
  void check_whole() const;
  void check_merged() const;
  static Census census(const SheetColumn& column);
  Column finished(SheetColumn& column, const std::vector<std::string>& tokens, std::size_t id) const;
  Column text_column(const SheetColumn& column, const std::vector<std::string>& texts) const;
  Column number_column(const SheetColumn& column, bool integers) const;
  Column time_column(const SheetColumn& column, std::size_t id, bool clock_only) const;
  std::string time_of(const Cell& cell) const;
  std::string text_of(const Cell& cell, const std::vector<std::string>& texts) const;

  std::string source_;
  bool from_1904_;
  MemoryBudget budget_;
  std::vector<SheetColumn> columns_;
  bool has_names_ = false, any_text_name_ = false;
  std::size_t name_row_ = 0, last_row_ = 0;
  std::size_t records_ = 0;
  std::vector<std::string> errors_, formulas_;  // where; at most five of each
  std::size_t error_count_ = 0, formula_count_ = 0;
  std::vector<std::pair<CellPlace, CellPlace>> merged_;
};

}  // namespace sfumato::io
