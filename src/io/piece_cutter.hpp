// The body of a delimited file cut into pieces of whole rows, which are converted apart from each other.
#pragma once

#include <string_view>

#include "io/csv_scanner.hpp"

namespace sfumato::io {

// Line ends within quotes do not end a row; all quotes are known to be in valid places.
class PieceCutter {
 public:
  // A piece ends with the first row that ends `piece_size` bytes after its start, or later.
  PieceCutter(std::string_view body, CsvSyntax syntax, bool quoted_line_ends, std::size_t piece_size)
      : body_(body),
        syntax_(syntax),
        piece_size_(piece_size),
        quote_(quoted_line_ends ? body.find(syntax.quote) : std::string_view::npos) {}

  bool done() const { return start_ >= body_.size(); }
  std::string_view next() {
    const std::size_t start = start_;
    start_ = end_of_piece();
    return body_.substr(start, start_ - start);
  }

 private:
  std::size_t end_of_piece();
  // The byte after the quoted field that begins at the next quote, or after a quote that is a plain
  // character.
  std::size_t after_quote() const;

  std::string_view body_;
  CsvSyntax syntax_;
  std::size_t piece_size_;
  std::size_t start_ = 0;
  std::size_t quote_;  // the next one, searched once: a search may go over the whole file
};

}  // namespace sfumato::io
