// Writing a table as CSV, every column for every cell. Text that a spreadsheet could misread is quoted.
#include <algorithm>
#include <unordered_set>

#include "core/error.hpp"
#include "tables/formats/table_csv.hpp"
#include "tables/formats/table_csv_columns.hpp"
#include "tables/formats/table_layout.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;

// Quotes text that some reader could take for something else.
void append_field(std::string& out, std::string_view text) {
  const bool plain = !text.empty() && text.front() != ' ' && text.back() != ' ' && text.front() != '\'' &&
                     !text.starts_with("\xEF\xBB\xBF") &&
                     text.find_first_of(",;\t|\"\r\n") == std::string_view::npos;
  if (plain) {
    out += text;
    return;
  }
  out += '"';
  for (const char letter : text) out.append(letter == '"' ? 2 : 1, letter);
  out += '"';
}

void check_names(const CellTable& table) {
  std::unordered_set<std::string> names;
  for (const Dimension& dimension : table.dimensions) {
    if (csv_column_of(dimension.name)) {
      bad_input("the dimension '" + dimension.name + "' has the name of a reserved CSV column",
                "rename the dimension, or write .json");
    }
    if (!names.insert(dimension.name).second) {
      bad_input("two dimensions of the table are called '" + dimension.name + "'", "rename one of them");
    }
  }
}

void append_hits(std::string& out, std::uint64_t hits) {
  bool first = true;
  for (unsigned rule = 0; rule < 64; ++rule) {
    if ((hits >> rule & 1U) == 0) continue;
    if (!first) out += ' ';
    out += std::to_string(rule);
    first = false;
  }
}

void append_cell(std::string& out, const CellTable& table, std::size_t position) {
  const std::span<const std::uint32_t> codes = table.codes_of(position);
  for (std::size_t i = 0; i + 1 < codes.size(); ++i) {
    append_field(out, table.dimensions[i].codes[codes[i]]);
    out += ',';
  }
  if (table.responses.size() > 1) {
    append_field(out, table.responses[codes.back()].name);
    out += ',';
  }
  const Cell& cell = table.cells[position];
  out += cell.value.text() + "," + cell.cost.text() + ",";
  out += status_letter(cell.status);
  for (const std::optional<Decimal>& bound : {cell.lower, cell.upper}) {
    out += ',';
    if (bound) out += bound->text();
  }
  for (const Decimal& level : {cell.lower_level, cell.upper_level, cell.sliding_level}) {
    out += ',';
    out += level.text();
  }
  if (!table.hits.empty()) {
    out += ',';
    append_hits(out, table.hits[position]);
  }
  if (!table.contributors.empty()) {
    const Contributors& contributors = table.contributors[position];
    for (const std::int64_t count : {contributors.frequency, contributors.holdings}) {
      out += ',';
      out += std::to_string(count);
    }
    out += ',';
    out += contributors.weighted_frequency.text();
  }
  out += '\n';
}

}  // namespace

std::vector<std::string> write_table_csv(const CellTable& table,
                                         const std::function<void(std::string_view)>& sink) {
  if (table.dimensions.empty()) {
    bad_input("CSV identifies cells by their codes, and this table has none", "write .json or .jj");
  }
  check_names(table);
  if (!is_laid_out(table)) {
    bad_input("CSV cannot store this table: its relations do not all follow from its dimensions",
              "write .json or .jj");
  }
  std::string text;
  for (const std::string& column : cell_columns(table)) {
    if (!text.empty()) text += ',';
    append_field(text, column);
  }
  if (!table.contributors.empty()) text += ",frequency,holdings,weighted_frequency";
  text += '\n';
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    append_cell(text, table, cell);
    if (text.size() < block_bytes) continue;
    sink(text);
    text.clear();
  }
  sink(text);
  if (table.contributors.empty()) return {};
  return {"CSV cannot store single contributions: rules on the largest ones need the table as .json"};
}

}  // namespace sfumato::tables
