// The lines of a text file with their numbers, for formats that are read line by line. Every error names the
// file and the line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sfumato::tables {

class TextLines {
 public:
  // A byte order mark is skipped. A NUL byte is an error, and so is a file of more than `most_bytes`; the
  // reader checks which bytes are valid text. `bytes` must outlive this.
  TextLines(std::string_view bytes, std::string source, std::size_t most_bytes = std::size_t{1} << 36);

  // The next line without its end (LF or CR LF); empty after the last one. A file that ends with a line end
  // has no empty line after it.
  std::optional<std::string_view> next();
  // The same, but the end of the file is an error that says what is missing: "the number of cells".
  std::string_view require(std::string_view what);

  std::size_t number() const { return number_; }  // of the last line read; the first is 1
  std::size_t bytes_left() const { return rest_.size(); }
  const std::string& source() const { return source_; }

  // "table.jj, line 3: " and the message, about the last line read.
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const;

 private:
  std::string_view rest_;
  std::string source_;
  std::size_t number_ = 0;
};

// Takes the first word (between blanks or tabs) from `text`; empty where there is none.
std::string_view take_word(std::string_view& text);

}  // namespace sfumato::tables
