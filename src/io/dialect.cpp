// Detection of a dialect by trial: each delimiter is tried on the first rows, and the one that gives
// the same number of fields in most of them wins.
#include "io/dialect.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/error.hpp"
#include "io/cell_text.hpp"

namespace sfumato::io {
namespace {

using Rows = std::vector<std::vector<CsvField>>;

constexpr std::string_view delimiters = ",;\t|";
constexpr std::size_t sample_rows = 1000;
constexpr std::size_t sample_fields = 1 << 18;  // of a row: a row may be as long as the file

// How well a delimiter fits; compared in this order.
struct Fit {
  double share = 0.0;      // of rows with the most frequent number of fields
  double clean = 0.0;      // of fields without another delimiter, decimal commas aside
  std::size_t fields = 1;  // that most frequent number
  auto operator<=>(const Fit&) const = default;
};

bool is_decimal_comma(std::string_view text) {
  return classify(text, ',') == CellClass::number && classify(text, '.') == CellClass::text;
}

Fit fit_of(const Rows& rows, char delimiter) {
  std::map<std::size_t, std::size_t> counts;
  std::size_t fields = 0;
  std::size_t clean = 0;
  for (const auto& row : rows) {
    ++counts[row.size()];
    for (const CsvField& field : row) {
      ++fields;
      const bool other =
          !field.quoted && std::any_of(delimiters.begin(), delimiters.end(), [&](char candidate) {
            return candidate != delimiter && field.raw.find(candidate) != std::string_view::npos;
          });
      if (!other || (delimiter != ',' && is_decimal_comma(field.raw))) ++clean;
    }
  }
  Fit fit;
  std::size_t most = 0;
  for (const auto& [size, count] : counts) {
    if (count > most) {
      most = count;
      fit.fields = size;
    }
  }
  if (fit.fields < 2 || rows.front().size() < 2) return {};
  fit.share = static_cast<double>(most) / static_cast<double>(rows.size());
  fit.clean = static_cast<double>(clean) / static_cast<double>(fields);
  return fit;
}

// A comma where no delimiter occurs: every row is then one field.
char detect_delimiter(std::string_view bytes, char quote, std::size_t block) {
  char best = ',';
  Fit best_fit;
  best_fit.share = 0.5;
  for (const char candidate : delimiters) {
    const Rows rows = first_rows(bytes, {candidate, quote}, block, 2, sample_rows);
    if (rows.empty()) continue;
    const Fit fit = fit_of(rows, candidate);
    if (fit.fields > 1 && fit > best_fit) {
      best_fit = fit;
      best = candidate;
    }
  }
  return best;
}

// Single quotes quote only where no double quote does and every field that opens with one closes with one.
char detect_quote(std::string_view bytes, std::size_t block) {
  const std::string_view text = bytes.substr(0, block);
  const auto border = [&](char c) {
    return c == '\n' || c == '\r' || delimiters.find(c) != std::string_view::npos;
  };
  std::size_t opening = 0;
  std::size_t closing = 0;
  for (std::size_t at = text.find_first_of("'\""); at != std::string_view::npos;
       at = text.find_first_of("'\"", at + 1)) {
    const bool opens = at == 0 || border(text[at - 1]);
    const bool closes = at + 1 == text.size() || border(text[at + 1]);
    if (text[at] == '"') {
      if (opens) return '"';
      continue;
    }
    opening += opens ? 1 : 0;
    closing += closes ? 1 : 0;
  }
  return opening > 0 && opening == closing ? '\'' : '"';
}

// Decimal commas: some column whose unquoted cells are all numbers with commas for points, and no
// column of numbers that has points.
char detect_decimal_point(const Rows& rows, char delimiter) {
  if (delimiter == ',') return '.';
  bool commas = false;
  const std::size_t columns = rows.back().size();
  for (std::size_t column = 0; column < columns; ++column) {
    bool all_with_comma = true;
    bool all_with_point = true;
    bool any_comma = false;
    bool any_point = false;
    for (std::size_t row = 1; row < rows.size(); ++row) {
      if (column >= rows[row].size()) continue;
      const CsvField& field = rows[row][column];
      const CellClass comma = classify(field.raw, ',');
      const CellClass point = classify(field.raw, '.');
      all_with_comma =
          all_with_comma && comma != CellClass::text && comma != CellClass::date && !field.quoted;
      all_with_point = all_with_point && point != CellClass::text && point != CellClass::date;
      any_comma = any_comma || (comma == CellClass::number && point == CellClass::text);
      any_point = any_point || (point == CellClass::number && comma == CellClass::text);
    }
    if (all_with_point && any_point) return '.';
    commas = commas || (all_with_comma && any_comma);
  }
  return commas ? ',' : '.';
}

// Whether a cell of the first row is a value like those below it rather than a name. A quoted number is a
// value only where everything below is quoted, too.
bool is_value(const CsvField& field, const Rows& rows, std::size_t column, char decimal_point) {
  switch (classify(field.raw, decimal_point)) {
    case CellClass::integer:
    case CellClass::large_integer:
    case CellClass::number:
    case CellClass::padded_number:
    case CellClass::date:
      break;
    default:
      return false;
  }
  if (!field.quoted) return true;
  bool any_below = false;
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (column >= rows[row].size() || rows[row][column].raw.empty()) continue;
    if (!rows[row][column].quoted) return false;
    any_below = true;
  }
  return any_below;
}

bool detect_header(const Rows& rows, char decimal_point) {
  const auto& first = rows.front();
  bool all_reappear = rows.size() > 1;
  for (std::size_t column = 0; column < first.size(); ++column) {
    if (is_value(first[column], rows, column, decimal_point)) return false;
    all_reappear = all_reappear && std::any_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
                     return column < row.size() && row[column].raw == first[column].raw &&
                            row[column].quoted == first[column].quoted;
                   });
  }
  // Names that all occur among the values of their own columns are values.
  return !all_reappear;
}

// Of Latin letters in UTF-16, every second byte is NUL: nearly all at odd places, or at even ones. Empty for
// other bytes.
std::string utf_16_name(std::string_view head) {
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < head.size(); ++i) zeros[i % 2] += head[i] == '\0' ? 1 : 0;
  const std::size_t most = head.size() / 2 - head.size() / 8;  // three quarters of every second byte
  if (zeros[1] > most && zeros[0] < head.size() / 64 + 1) return "utf-16le";
  return zeros[0] > most && zeros[1] < head.size() / 64 + 1 ? "utf-16be" : "";
}

void refuse_binary(std::string_view bytes, const std::string& source, std::size_t block) {
  const std::string hint = "save it as CSV text in UTF-8";
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    bad_input(source + " is UTF-16 text", "leave ‹encoding› out, or save it as CSV text in UTF-8");
  }
  if (bytes.starts_with("PK\x03\x04")) {
    bad_input(source + " is a zip archive or a spreadsheet, not CSV text",
              "a workbook is read where its name ends with .xlsx, or with ‹format› xlsx");
  }
  if (const std::size_t at = bytes.substr(0, block).find('\0'); at != std::string_view::npos) {
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::string name = utf_16_name(bytes.substr(0, block));
    if (!name.empty()) {
      bad_input(source + " looks like UTF-16 text without a byte order mark",
                "declare its ‹encoding› " + name + ", or save it as CSV text in UTF-8");
    }
    bad_input(source + ", line " + std::to_string(line) + ": a NUL byte; this is not CSV text", hint);
  }
}

}  // namespace

std::vector<std::vector<CsvField>> first_rows(std::string_view bytes, CsvSyntax syntax, std::size_t block,
                                              std::size_t least, std::size_t most) {
  Rows rows;
  CsvScanner scanner(bytes, syntax, 1, {.fields = sample_fields});
  while (rows.size() < most && (rows.size() < least || scanner.position() < block) && scanner.next()) {
    rows.push_back(scanner.fields());
  }
  return rows;
}

Dialect detect_dialect(std::string_view bytes, const std::string& source, std::optional<char> delimiter,
                       std::size_t block, std::optional<char> decimal_point) {
  refuse_binary(bytes, source, block);
  Dialect dialect;
  dialect.start = bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  bytes.remove_prefix(dialect.start);
  if (bytes.find_first_not_of("\r\n \t") == std::string_view::npos) {
    bad_input(source + " is empty", "a CSV file has at least a row of column names");
  }
  const std::size_t line_end = bytes.substr(0, block).find('\n');
  dialect.crlf = line_end != std::string_view::npos && line_end > 0 && bytes[line_end - 1] == '\r';
  dialect.syntax.quote = detect_quote(bytes, block);
  dialect.syntax.delimiter = delimiter ? *delimiter : detect_delimiter(bytes, dialect.syntax.quote, block);
  const Rows rows = first_rows(bytes, dialect.syntax, block, 2, sample_rows);
  if (rows.empty()) return dialect;  // malformed from the start; the reader says where
  dialect.decimal_point = decimal_point.value_or(detect_decimal_point(rows, dialect.syntax.delimiter));
  dialect.header = detect_header(rows, dialect.decimal_point);
  return dialect;
}

}  // namespace sfumato::io
