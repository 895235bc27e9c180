// One piece of a delimited file, whole rows of it, converted column by column on one thread. What cannot
// be converted at once is marked, and the reader of all pieces decides how to convert it.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

#include "io/column_plan.hpp"

namespace sfumato::io {

// A requested column, shared by all pieces.
struct FastColumn {
  std::size_t position = 0;  // in the file
  const ColumnPlan* plan = nullptr;
  std::vector<double> number_tokens = {};  // declared missing values that are numbers
  std::atomic<bool> failed{false};         // some cell needs the careful reader
};

// The cells of one column in one piece; which vector is used depends on the column's storage.
struct PieceCells {
  std::vector<double> numbers;
  std::vector<std::int64_t> integers;
  std::vector<std::uint8_t> missing;  // of integers; empty while nothing is missing
  std::vector<std::int32_t> days;
  std::vector<std::int64_t> ticks;
  std::vector<std::string_view> texts;       // data() is null where missing
  std::forward_list<std::string> undoubled;  // what texts with doubled quotes point to

  void clear();
};

class PieceReader {
 public:
  PieceReader(const FilePlan& plan, std::deque<FastColumn>& columns, std::vector<PieceCells>& cells)
      : plan_(plan), columns_(columns), cells_(cells), syntax_(plan.dialect.syntax) {}

  // False where a row has another number of fields than the plan.
  bool read(std::string_view piece);
  std::size_t rows() const { return rows_; }

 private:
  bool ends(const char* at) const {
    return at == end_ || *at == syntax_.delimiter || *at == '\n' || *at == '\r';
  }
  const char* field_end(const char* at) const;
  bool read_row(const char*& at);
  const char* read_cell(FastColumn& column, PieceCells& cells, const char* at);
  const char* read_integer(const FastColumn& column, PieceCells& cells, const char* at) const;
  const char* read_number(FastColumn& column, PieceCells& cells, const char* at) const;
  const char* read_date(PieceCells& cells, const char* at) const;
  const char* read_text(PieceCells& cells, const char* at);
  // Any cell that is not in its simplest form: with spaces, quotes, a decimal comma, or missing.
  void read_slowly(FastColumn& column, PieceCells& cells, std::string_view text);

  const FilePlan& plan_;
  std::deque<FastColumn>& columns_;
  std::vector<PieceCells>& cells_;
  CsvSyntax syntax_;
  const char* end_ = nullptr;
  std::size_t rows_ = 0;
  std::string buffer_;
};

}  // namespace sfumato::io
