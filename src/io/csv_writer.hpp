// A table as delimited text that reads back to the same table, bit for bit and with the same column
// types, as far as text alone can represent it (the rest is in the sidecar).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/text_form.hpp"

namespace sfumato::io {

struct CsvWriteOptions {
  char delimiter = ',';
  std::string missing_token = {};
  char decimal_point = '.';
  Encoding encoding = Encoding::utf_8;  // what letters must have a place in; the text itself stays UTF-8
  bool crlf = false;                    // lines end with \r\n
};

using CsvSink = std::function<void(std::string_view)>;

// Text that grows block by block, so that a table need never be in memory as a whole. All blocks have the
// columns of the first, of the same types. Passes the text to `sink` piece by piece, in order. Refuses,
// naming the columns, what the format cannot hold: infinities, years outside 1-9999, text that is not
// UTF-8 or has no place in the encoding, names that are empty or repeated.
//
// What a writer of the whole table would see in all of a column is here seen in one block: whether doubles
// are all whole (then the first number gets a ".0") in the first block that has a number, and which
// labels need quotes in each block. A table in one block and the same table in several give the same
// bytes unless a column's first block is whole and a later one is not; both read back as the same table.
// Where the writer is told these facts of all cells, the bytes are always the same.
struct CsvColumnFacts {
  bool has_values = true;
  bool whole = false;            // of doubles: none has a fraction
  bool other_texts = false;      // a label that is neither a number, a date nor a token for a missing value
  bool label_like_name = false;  // a label that is the name of the column
};

class CsvWriter {
 public:
  CsvWriter(CsvWriteOptions options, CsvSink sink, std::vector<CsvColumnFacts> facts = {});

  // The first call writes the header, from blocks of which the first may have no rows.
  void append(std::span<const Table> blocks, const Run& run);

 private:
  CsvWriteOptions options_;
  CsvSink sink_;
  std::vector<std::string> names_;     // of the columns; empty before the first block
  std::vector<CsvColumnFacts> facts_;  // by column; empty: those of each block
  std::size_t rows_ = 0;               // so far
  std::vector<bool> decided_;  // per column: a number was written, with a decimal point where one is needed
};

// The whole of a table at once.
void write_csv(const Table& table, const CsvWriteOptions& options, const Run& run, const CsvSink& sink);

}  // namespace sfumato::io
