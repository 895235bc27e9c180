// The first rows of delimited text as they stand, with the dialect that was detected or given: what a person
// looks at before the file is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text_form.hpp"

namespace sfumato::io {

struct TextPreview {
  char delimiter = ',', decimal_point = '.', quote = '"';
  Encoding encoding = Encoding::utf_8;
  bool header = true;                          // is the first row one of names?
  std::vector<std::string> names = {};         // empty without a header
  std::vector<std::vector<std::string>> rows;  // without the header
  std::vector<std::size_t> lines;              // on which they begin; the first line is 1
  bool complete = false;                       // are these all rows?
};

// At most `rows` rows. Text without an encoding that is not UTF-8 is taken as Windows-1252, which has a
// letter for every byte of Latin-1, too. Bytes that are not text are errors that name `source`.
TextPreview text_preview(std::string_view bytes, const std::string& source, std::optional<char> delimiter,
                         std::optional<char> decimal_point, std::optional<Encoding> encoding,
                         std::size_t rows);

}  // namespace sfumato::io
