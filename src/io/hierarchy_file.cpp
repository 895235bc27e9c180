// The careful scanner reads it, since labels may have quotes and commas.
#include "io/hierarchy_file.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/csv_scanner.hpp"
#include "io/output_file.hpp"

namespace sfumato::io {
namespace {

char delimiter_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  char best = ';';
  std::ptrdiff_t most = 0;
  for (const char candidate : {';', ',', '\t'}) {
    const std::ptrdiff_t count = std::count(line.begin(), line.end(), candidate);
    if (count <= most) continue;
    most = count;
    best = candidate;
  }
  return best;
}

}  // namespace

Hierarchy parse_hierarchy(std::string_view text, const std::string& source) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  constexpr std::size_t most_levels = 1000;
  CsvScanner scanner(text, {.delimiter = delimiter_of(text)}, 1, {.fields = most_levels});
  std::vector<std::vector<std::string>> rows;
  std::string buffer;
  while (scanner.next()) {
    if (scanner.field_count() > most_levels) {
      bad_input(source + ", line " + std::to_string(scanner.line()) + ": " +
                    std::to_string(scanner.field_count()) + " levels; a hierarchy has at most " +
                    std::to_string(most_levels),
                "write a row per leaf: leaf;parent;grandparent");
    }
    std::vector<std::string>& row = rows.emplace_back();
    for (const CsvField& field : scanner.fields()) row.emplace_back(field_text(field, '"', buffer));
  }
  if (scanner.problem() != CsvScanner::Problem::none) {
    bad_input(source + ", line " + std::to_string(scanner.problem_line()) +
                  ": a quote is never closed, or not at the end",
              "write a row per leaf: leaf;parent;grandparent");
  }
  if (rows.empty()) bad_input(source + " is empty", "write a row per leaf: leaf;parent;grandparent");
  return Hierarchy(std::move(rows), source);
}

Hierarchy read_hierarchy(const std::string& path) { return parse_hierarchy(read_text_file(path), path); }

}  // namespace sfumato::io
