#include "io/text_preview.hpp"

#include "io/csv_scanner.hpp"
#include "io/dialect.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t previewed_bytes = 1 << 20;

// Without the incomplete character at the end of a part of a text.
std::string_view whole_characters(std::string_view part, bool is_part) {
  for (std::size_t cut = 0; is_part && cut < 4 && cut < part.size(); ++cut) {
    const std::string_view shorter = part.substr(0, part.size() - cut);
    if (first_invalid_utf8(shorter) == std::string_view::npos) return shorter;
  }
  return part;
}

// The same in UTF-16: without the first half of a character at the end.
std::string_view whole_units(std::string_view part, bool is_part, bool little) {
  if (!is_part || part.size() < 2) return part;
  part = part.substr(0, part.size() - part.size() % 2);
  const unsigned high = static_cast<unsigned char>(part[part.size() - (little ? 1 : 2)]);
  return high >= 0xD8 && high < 0xDC ? part.substr(0, part.size() - 2) : part;
}

}  // namespace

TextPreview text_preview(std::string_view bytes, const std::string& source, std::optional<char> delimiter,
                         std::optional<char> decimal_point, std::optional<Encoding> encoding,
                         std::size_t rows) {
  TextPreview preview;
  const bool is_part = bytes.size() > previewed_bytes;
  if (!encoding) encoding = marked_encoding(bytes);
  const bool wide = encoding == Encoding::utf_16le || encoding == Encoding::utf_16be;
  std::string_view part = bytes.substr(0, previewed_bytes);
  part = wide ? whole_units(part, is_part, encoding == Encoding::utf_16le) : whole_characters(part, is_part);
  const bool valid = first_invalid_utf8(part) == std::string_view::npos;
  preview.encoding = encoding.value_or(valid ? Encoding::utf_8 : Encoding::windows_1252);
  std::string converted;
  if (preview.encoding != Encoding::utf_8) {
    converted = in_utf8(part, preview.encoding);
    part = converted;
  }
  const Dialect dialect = detect_dialect(part, source, delimiter, previewed_bytes, decimal_point);
  preview.delimiter = dialect.syntax.delimiter;
  preview.quote = dialect.syntax.quote;
  preview.decimal_point = dialect.decimal_point;
  preview.header = dialect.header;
  part.remove_prefix(dialect.start);
  CsvScanner scanner(part, dialect.syntax);
  bool more = scanner.next();
  for (bool first = dialect.header; more && preview.rows.size() < rows;
       more = scanner.next(), first = false) {
    if (is_part && !scanner.ended()) break;  // the row may go on
    std::vector<std::string> texts;
    std::string buffer;
    for (const CsvField& field : scanner.fields())
      texts.emplace_back(field_text(field, preview.quote, buffer));
    if (first) {
      preview.names = std::move(texts);
    } else {
      preview.rows.push_back(std::move(texts));
      preview.lines.push_back(scanner.line());
    }
  }
  preview.complete = !more && !is_part && scanner.problem() == CsvScanner::Problem::none;
  return preview;
}

}  // namespace sfumato::io
