#include "tables/formats/table_csv_rows.hpp"

#include <algorithm>
#include <unordered_set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/cell_text.hpp"
#include "io/dialect.hpp"
#include "io/utf8.hpp"
#include "tables/formats/table_csv_columns.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t most_columns = 10000;

class RowReader {
 public:
  explicit RowReader(const std::string& source) : source_(source) {}

  CsvRows read(std::string_view bytes) {
    io::require_utf8(bytes, source_);
    const io::Dialect dialect = io::detect_dialect(bytes, source_);
    point_ = dialect.decimal_point;
    quote_ = dialect.syntax.quote;
    io::CsvScanner scanner(bytes.substr(dialect.start), dialect.syntax, 1, {.fields = most_columns});
    if (scanner.next()) read_header(scanner);
    while (scanner.next()) read_row(scanner);
    if (scanner.problem() != io::CsvScanner::Problem::none) {
      bad_input(source_ + ", line " + std::to_string(scanner.problem_line()) +
                    ": a quoted field is not closed, or text follows after it",
                "double the quotes inside of a quoted field");
    }
    if (rows_.cells.empty()) bad_input(source_ + " has no cells", "write a row for each cell");
    return std::move(rows_);
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const {
    bad_input(source_ + ", line " + std::to_string(line_) + ": " + message, hint);
  }

  std::string_view field(const io::CsvField& raw) {
    const std::string_view text = io::field_text(raw, quote_, buffer_);
    return raw.quoted ? text : io::trimmed(text);
  }

  void read_header(const io::CsvScanner& scanner) {
    line_ = scanner.line();
    if (scanner.field_count() > most_columns) {
      fail(std::to_string(scanner.field_count()) + " columns; a table has at most " +
           std::to_string(most_columns));
    }
    std::vector<std::string> names;
    std::unordered_set<std::string> seen;
    for (const io::CsvField& raw : scanner.fields()) {
      names.emplace_back(field(raw));
      if (!seen.insert(names.back()).second) {
        fail("two columns are called " + io::quoted(names.back()), "rename one of them");
      }
    }
    columns_ = names.size();
    const auto value = std::find(names.begin(), names.end(), "value");
    if (value == names.end()) {
      fail("there is no column 'value'", "the columns before it are the dimensions, and its name is 'value'");
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::optional<CsvColumn> known = csv_column_of(names[i]);
      if (known == CsvColumn::response) {
        rows_.response.emplace();
        rows_.response->column = i;
      } else if (known) {
        known_.emplace_back(*known, i);
        rows_.has_lower = rows_.has_lower || *known == CsvColumn::lower;
      } else if (i < static_cast<std::size_t>(value - names.begin())) {
        Appearing& dimension = rows_.dimensions.emplace_back();
        dimension.name = names[i];
        dimension.column = i;
      } else {
        fail("the column " + io::quoted(names[i]) + " is unknown",
             suggestion(names[i], {csv_column_names.begin(), csv_column_names.end()}) +
                 " (dimensions come before 'value')");
      }
    }
    require_frequency(names);
    if (rows_.dimensions.empty())
      fail("there are no columns before 'value'", "they are the dimensions of the table");
    // The value first, since defaults of others depend on it.
    std::sort(known_.begin(), known_.end());
  }

  // Without it every cell would seem to have no records, and so to disclose nothing.
  void require_frequency(const std::vector<std::string>& names) const {
    const auto has = [&](const char* name) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const char* other : {"holdings", "weighted_frequency"}) {
      if (!has(other) || has("frequency")) continue;
      fail("there is a column '" + std::string(other) + "', but none called 'frequency'",
           "add the number of records of each cell");
    }
  }

  void read_row(const io::CsvScanner& scanner) {
    line_ = scanner.line();
    const std::vector<io::CsvField>& fields = scanner.fields();
    if (scanner.field_count() != columns_) {
      fail("the row has " + std::to_string(scanner.field_count()) + " fields, but there are " +
               std::to_string(columns_) + " columns",
           "give every row as many fields as there are columns, empty ones too");
    }
    for (Appearing& dimension : rows_.dimensions) {
      rows_.coordinates.push_back(dimension.place(field(fields[dimension.column]), line_));
    }
    rows_.coordinates.push_back(
        rows_.response ? rows_.response->place(field(fields[rows_.response->column]), line_) : 0);
    rows_.lines.push_back(line_);
    Cell& cell = rows_.cells.emplace_back();
    bool has_cost = false;
    for (const auto& [column, position] : known_) {
      has_cost = has_cost || column == CsvColumn::cost;
      read_field(cell, column, field(fields[position]));
    }
    if (!has_cost) cell.cost = magnitude(cell.value);
    if (!rows_.contributors.empty()) rows_.contributors.back().total = magnitude(cell.value);
  }

  void read_field(Cell& cell, CsvColumn column, std::string_view text) {
    switch (column) {
      case CsvColumn::response:
        return;
      case CsvColumn::value:
        cell.value = value_of(text);
        return;
      case CsvColumn::cost:
        cell.cost = number(text, column);
        return;
      case CsvColumn::status:
        cell.status = status_of(text);
        return;
      case CsvColumn::lower:
        cell.lower = text.empty() ? std::nullopt : std::optional(number(text, column));
        return;
      case CsvColumn::upper:
        cell.upper = text.empty() ? std::nullopt : std::optional(number(text, column));
        return;
      case CsvColumn::lower_level:
        cell.lower_level = number_or_zero(text, column);
        return;
      case CsvColumn::upper_level:
        cell.upper_level = number_or_zero(text, column);
        return;
      case CsvColumn::sliding_level:
        cell.sliding_level = number_or_zero(text, column);
        return;
      case CsvColumn::hits:
        rows_.hits.push_back(hits_of(text));
        return;
      case CsvColumn::frequency:
        of_cell().frequency = count(text, column);
        of_cell().holdings = of_cell().frequency;
        of_cell().weighted_frequency = Decimal::whole(of_cell().frequency);
        return;
      case CsvColumn::holdings:
        of_cell().holdings = count(text, column);
        return;
      case CsvColumn::weighted_frequency:
        of_cell().weighted_frequency = number(text, column);
        return;
    }
  }

  Contributors& of_cell() {
    rows_.contributors.resize(rows_.cells.size());
    return rows_.contributors.back();
  }

  std::optional<Decimal> decimal(std::string_view text) {
    text = io::trimmed(text);
    if (point_ == '.' || text.find(',') == std::string_view::npos) return Decimal::parse(text);
    std::string pointed(text);
    std::replace(pointed.begin(), pointed.end(), ',', '.');
    return Decimal::parse(pointed);
  }

  Decimal number(std::string_view text, CsvColumn column) {
    if (const std::optional<Decimal> read = decimal(text)) return *read;
    fail(std::string(csv_column_names[static_cast<std::size_t>(column)]) + " is " + data_value(text) +
             ", which is not a number of at most 18 digits",
         "write plain numbers, without currency signs or thousands separators");
  }
  Decimal number_or_zero(std::string_view text, CsvColumn column) {
    return text.empty() ? Decimal() : number(text, column);
  }
  std::int64_t count(std::string_view text, CsvColumn column) {
    const std::optional<std::int64_t> whole = number(text, column).units_at(0);
    if (!whole || *whole < 0) {
      fail(std::string(csv_column_names[static_cast<std::size_t>(column)]) + " is " + data_value(text) +
               ", which is not a count",
           "give an integer, 0 or more");
    }
    return *whole;
  }

  Decimal value_of(std::string_view text) {
    if (const std::optional<Decimal> read = decimal(text)) return *read;
    if (text.find_first_not_of("+-.,0123456789eE") == std::string_view::npos &&
        std::count_if(text.begin(), text.end(), is_digit) > 18) {
      fail("the value " + data_value(text) + " has more than 18 digits", "round it, and all its totals");
    }
    fail(text.empty() ? "the cell has no value" : "the value " + data_value(text) + " is not a number",
         "give the true values, also of suppressed cells, and mark those in the column 'status'");
  }

  CellStatus status_of(std::string_view text) const {
    if (text.empty() || text == "safe") return CellStatus::safe;
    if (text == "primary") return CellStatus::primary;
    if (text == "secondary") return CellStatus::secondary;
    if (text == "kept") return CellStatus::kept;
    const std::optional<CellStatus> status = text.size() == 1 ? status_of_letter(text.front()) : std::nullopt;
    if (!status) {
      fail(data_value(text) + " is not a status", "s or safe, u or primary, m or secondary, z or kept");
    }
    return *status;
  }

  std::uint64_t hits_of(std::string_view text) {
    std::uint64_t found = 0;
    for (text = io::trimmed(text); !text.empty(); text = io::trimmed(text)) {
      const std::size_t end = std::min(text.find(' '), text.size());
      const std::int64_t rule = count(text.substr(0, end), CsvColumn::hits);
      if (rule > 63) fail("there is no rule " + std::to_string(rule), "rules are numbered from 0");
      found |= std::uint64_t{1} << static_cast<unsigned>(rule);
      text.remove_prefix(end);
    }
    return found;
  }

  std::string source_;
  CsvRows rows_;
  char point_ = '.';
  char quote_ = '"';
  std::size_t columns_ = 0;
  std::vector<std::pair<CsvColumn, std::size_t>> known_;
  std::size_t line_ = 0;
  std::string buffer_;
};

}  // namespace

CsvRows read_csv_rows(std::string_view bytes, const std::string& source) {
  return RowReader(source).read(bytes);
}

}  // namespace sfumato::tables
