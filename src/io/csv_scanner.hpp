// A careful reader of delimited text, row by row, that records the physical line of every field. Dialect
// detection, error messages and the careful conversion use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::io {

// How a file separates and quotes its fields.
struct CsvSyntax {
  char delimiter = ',';
  char quote = '"';
};

struct CsvField {
  std::string_view raw;  // without the quotes around it
  std::size_t line = 0;  // where it begins; the first line of a file is 1
  bool quoted = false;
  bool doubled = false;  // has doubled quotes, each of which stands for one
};

// The field's text; `buffer` holds it where quotes had to be undoubled.
std::string_view field_text(const CsvField& field, char quote, std::string& buffer);

// What a scanner keeps of a row, whatever the row has.
struct ScanLimits {
  std::size_t fields = SIZE_MAX;        // further ones are counted and not kept
  std::size_t quoted_bytes = SIZE_MAX;  // of one quoted field; a longer one is a problem
};

class CsvScanner {
 public:
  enum class Problem { none, unterminated_quote, text_after_quote, long_quoted_field };

  // `first_line` is the number of the line on which `bytes` begin.
  CsvScanner(std::string_view bytes, CsvSyntax syntax, std::size_t first_line = 1, ScanLimits limits = {});

  // Goes to the next row; false at the end or at a problem. An empty line is not a row. A quote is
  // special only at the start of a field; lines end with LF, CR LF or CR.
  bool next();

  const std::vector<CsvField>& fields() const { return fields_; }
  std::size_t field_count() const { return field_count_; }  // of the row, also those that are not kept
  std::size_t line() const { return row_line_; }            // on which the row begins
  std::size_t position() const { return at_; }              // of the first byte after the row
  std::size_t next_line() const { return line_; }           // on which that byte lies
  bool ended() const { return ended_; }  // the row had its line end, not the end of the bytes
  Problem problem() const { return problem_; }
  std::size_t problem_line() const { return problem_line_; }
  std::size_t quote_line() const { return quote_line_; }  // on which the field of the problem begins

 private:
  bool fail(Problem problem, std::size_t line, const CsvField& field);
  bool read_quoted(CsvField& field);
  void skip_line_ends();

  std::string_view bytes_;
  CsvSyntax syntax_;
  ScanLimits limits_;
  std::vector<CsvField> fields_;
  std::size_t field_count_ = 0;
  std::size_t at_ = 0;
  std::size_t line_;
  std::size_t row_line_;
  bool ended_ = false;
  Problem problem_ = Problem::none;
  std::size_t problem_line_ = 0;
  std::size_t quote_line_ = 0;
};

}  // namespace sfumato::io
