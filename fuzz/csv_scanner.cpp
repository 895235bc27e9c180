// The scanner against a slow parser that goes byte by byte: the same rows, lines
// and problems. The byte checks must agree with what the scanner sees.
#include "io/csv_scanner.hpp"

#include "io/byte_checks.hpp"
#include "io/utf8.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;
using fuzz::require;

struct Plain {
  std::string text;
  std::size_t line;
  bool quoted;
};

struct PlainFile {
  std::vector<std::vector<Plain>> rows;
  bool problem = false;
  bool quoted_line_ends = false;
};

// One state per byte: at a field's start, within a bare field, within quotes, after a closing quote.
PlainFile plain_rows(std::string_view bytes, io::CsvSyntax syntax) {
  enum class State { start, bare, quoted, closed } state = State::start;
  PlainFile file;
  std::vector<Plain> row;
  std::size_t line = 1;
  for (std::size_t i = 0; i <= bytes.size(); ++i) {
    const bool end = i == bytes.size();
    const char c = end ? '\n' : bytes[i];
    const bool feed = c == '\n' || c == '\r';
    const bool counts = !end && feed && !(c == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n');
    if (state == State::quoted) {
      if (end) {
        file.problem = true;
        return file;
      }
      if (c == syntax.quote && i + 1 < bytes.size() && bytes[i + 1] == syntax.quote) {
        row.back().text += c;
        ++i;
      } else if (c == syntax.quote) {
        state = State::closed;
      } else {
        row.back().text += c;
        file.quoted_line_ends = file.quoted_line_ends || feed;
      }
      if (counts) ++line;
      continue;
    }
    if (state == State::start && feed && row.empty()) {  // an empty line is not a row
      if (counts) ++line;
      continue;
    }
    if (state == State::start) {
      row.push_back({"", line, c == syntax.quote && !end});
      state = row.back().quoted ? State::quoted : State::bare;
      if (row.back().quoted) continue;
    }
    if (feed) {
      file.rows.push_back(std::move(row));
      row.clear();
      state = State::start;
      if (counts) ++line;
    } else if (c == syntax.delimiter) {
      state = State::start;
    } else if (state == State::closed) {
      file.problem = true;
      return file;
    } else {
      row.back().text += c;
    }
  }
  return file;
}

void check(const std::string& bytes, io::CsvSyntax syntax) {
  static const Run run({.seed = 1, .threads = 1});
  const PlainFile file = plain_rows(bytes, syntax);
  io::CsvScanner scanner(bytes, syntax);
  std::string buffer;
  std::size_t row = 0;
  for (; scanner.next(); ++row) {
    require(row < file.rows.size(), "a row too many");
    const auto& fields = scanner.fields();
    require(fields.size() == file.rows[row].size(), "another number of fields");
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const Plain& plain = file.rows[row][i];
      const std::string_view text = io::field_text(fields[i], syntax.quote, buffer);
      require(text == plain.text, "another text", plain.text);
      require(fields[i].line == plain.line && fields[i].quoted == plain.quoted, "another place", plain.text);
    }
  }
  const bool problem = scanner.problem() != io::CsvScanner::Problem::none;
  require(row == file.rows.size() && problem == file.problem, "a row is lost, or a problem");
  const io::ByteChecks checks = io::check_bytes(bytes, syntax, run);
  require(checks.misquoted == problem, "the byte checks see other quotes");
  require(problem || checks.quoted_line_ends == file.quoted_line_ends, "other line ends in quotes");
  require(checks.nul == (bytes.find('\0') != std::string::npos), "other NUL bytes");
  require(checks.utf8 == (io::first_invalid_utf8(bytes) == std::string::npos), "another view of UTF-8");
}

}  // namespace

FUZZ_TARGET(csv_scanner) {
  const std::string bytes = fuzz::text_of(data, size);
  check(bytes, {',', '"'});
  check(bytes, {';', '\''});
  return 0;
}
