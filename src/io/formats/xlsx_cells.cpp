// Cells are kept by column in 16 bytes each. What a column is can only be said when all of its cells are
// known, since a sheet declares nothing.
#include "io/formats/xlsx_cells.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "io/calendar.hpp"
#include "io/cell_text.hpp"
#include "io/formats/table_memory.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::int64_t milliseconds_per_second = 1000, milliseconds_of_day = 86400000;
constexpr std::size_t most_places = 5;

bool is_temporal(NumberShown shown) {
  return shown == NumberShown::day || shown == NumberShown::time || shown == NumberShown::moment;
}

// "B3, C7, D1, E5, F2 and 4 more"
std::string places(const std::vector<std::string>& named, std::size_t count) {
  return joined(named) +
         (count > named.size() ? " and " + std::to_string(count - named.size()) + " more" : "");
}

}  // namespace

// What a column's cells are.
struct SheetCells::Census {
  std::size_t integers = 0, numbers = 0, large = 0, days = 0, times = 0, booleans = 0;
  bool decimals = false;    // some number is shown with decimals
  bool beyond_day = false;  // of times: some number is 1 or more
};

void SheetCells::refuse(const std::string& what, const std::string& hint) const {
  bad_input(source_ + ": " + what, hint);
}

SheetCells::SheetColumn& SheetCells::column_at(std::size_t column) {
  if (column >= columns_.size()) {
    budget_.take((column + 1 - columns_.size()) * sizeof(SheetColumn), "its columns");
    columns_.resize(column + 1);
  }
  return columns_[column];
}

// Records follow each other: an empty row would be a record without any value, or the end of the table with
// notes below it.
void SheetCells::begin_row(std::size_t row) {
  if (row == last_row_ && records_ > 0) return;
  if (row < last_row_) refuse("its rows are not in order", "save it again in a spreadsheet program");
  if (row != last_row_ + 1) {
    refuse("row " + std::to_string(last_row_ + 2) + " is empty, and row " + std::to_string(row + 1) +
               " below it is not",
           "a table has no empty rows: delete them, or what stands below the table");
  }
  last_row_ = row;
  ++records_;
}

SheetCells::Cell& SheetCells::place_cell(CellPlace place) {
  begin_row(place.row);
  SheetColumn& column = column_at(place.column);
  if (column.cells.empty()) column.first_row = place.row;
  const std::size_t old = column.cells.size();
  if (old < records_) {
    budget_.take((records_ - old) * (sizeof(Cell) + bytes_per_value), "its cells");
    column.cells.resize(records_);
  }
  return column.cells[records_ - 1];
}

// Whether this cell belongs to the row of names.
bool SheetCells::names_cell(CellPlace place, std::string_view text, bool is_text) {
  if (!has_names_) {
    has_names_ = true;
    name_row_ = last_row_ = place.row;
  }
  if (place.row != name_row_) return false;
  SheetColumn& column = column_at(place.column);
  column.name = text;
  column.named = !text.empty();
  any_text_name_ = any_text_name_ || is_text;
  return true;
}

void SheetCells::add_number(CellPlace place, std::string_view text, NumberShown shown) {
  const auto wrong = [&] {
    refuse("cell " + cell_name(place) + " has a number that cannot be read", "correct it, and save it again");
  };
  const std::optional<double> number = cell_number(text, '.');
  if (!number) wrong();
  if (!has_names_ || place.row == name_row_) {
    Cell cell;
    cell.number = *number;
    cell.shown = shown;
    const std::string name = is_temporal(shown) ? time_of(cell) : shortest(*number);
    names_cell(place, name, false);
    return;
  }
  Cell& cell = place_cell(place);
  cell.shown = shown;
  const std::optional<std::int64_t> integer = cell_integer(text);
  const bool minus_zero = *number == 0.0 && std::signbit(*number);
  if (integer && !minus_zero && !is_temporal(shown)) {
    cell.type = Type::integer;
    cell.integer = *integer;
    return;
  }
  cell.type = Type::number;
  cell.number = *number;
  const bool whole =
      *number == std::trunc(*number) && std::fabs(*number) <= largest_exact_number && !minus_zero;
  if (whole && !is_temporal(shown)) {
    cell.type = Type::integer;
    cell.integer = static_cast<std::int64_t>(*number);
  }
}

void SheetCells::add_text(CellPlace place, std::string_view text) {
  if (names_cell(place, text, true)) return;
  Cell& cell = place_cell(place);
  CodeCollector& texts = columns_[place.column].texts;
  const std::size_t before = texts.label_count();
  cell.integer = texts.code_of(text);
  cell.type = Type::text;
  if (texts.label_count() > before) budget_.take(2 * text.size() + bytes_per_label, "its texts");
}

void SheetCells::add_iso(CellPlace place, std::string_view text) {
  std::int32_t day = 0;
  if (text.ends_with('Z')) text.remove_suffix(1);
  if (!parse_date(text.substr(0, 10), day)) return add_text(place, text);
  double serial = static_cast<double>(day - (from_1904_ ? -24107 : -25569));
  if (text.size() == 10) return add_number(place, shortest(serial), NumberShown::day);
  const bool clock = text.size() >= 19 && text[10] == 'T' && text[13] == ':' && text[16] == ':';
  const auto hours = clock ? parse_integer(text.substr(11, 2)) : std::nullopt;
  const auto minutes = clock ? parse_integer(text.substr(14, 2)) : std::nullopt;
  const auto seconds = clock ? parse_number(text.substr(17)) : std::nullopt;
  if (!hours || !minutes || !seconds) return add_text(place, text);
  serial += (static_cast<double>(*hours * 60 + *minutes) * 60.0 + *seconds) / 86400.0;
  add_number(place, shortest(serial), NumberShown::moment);
}

void SheetCells::add_boolean(CellPlace place, bool value) {
  if (names_cell(place, value ? "true" : "false", false)) return;
  Cell& cell = place_cell(place);
  cell.type = Type::boolean;
  cell.integer = value ? 1 : 0;
}

void SheetCells::add_error(CellPlace place, std::string_view text) {
  if (text == "#N/A" && has_names_ && place.row != name_row_) {
    place_cell(place).type = Type::not_available;
    return;
  }
  if (++error_count_ <= most_places) errors_.push_back(cell_name(place));
}

void SheetCells::add_formula(CellPlace place) {
  if (++formula_count_ <= most_places) formulas_.push_back(cell_name(place));
}

void SheetCells::add_merged(CellPlace first, CellPlace last) {
  budget_.take(sizeof(merged_[0]), "its merged cells");
  merged_.emplace_back(first, last);
}

void SheetCells::check_merged() const {
  std::vector<std::string> inside;
  std::size_t count = 0;
  for (const auto& [first, last] : merged_) {
    const bool rows = has_names_ && first.row <= last_row_ && last.row >= name_row_;
    bool any = false;
    for (std::size_t id = first.column; rows && id <= last.column && id < columns_.size(); ++id) {
      any = any || columns_[id].named;
    }
    if (any && ++count <= most_places) inside.push_back(cell_name(first) + ":" + cell_name(last));
  }
  if (count == 0) return;
  refuse("merged cells, of which only the first has a value: " + places(inside, count),
         "unmerge them, and fill in the value of each");
}

void SheetCells::check_whole() const {
  if (!has_names_) refuse("the sheet is empty", "a table has at least a row of column names");
  if (!any_text_name_) {
    refuse("row " + std::to_string(name_row_ + 1) + " has no text, and should have the names of the columns",
           "write the names above the values");
  }
  std::unordered_set<std::string> seen;
  for (std::size_t id = 0; id < columns_.size(); ++id) {
    const SheetColumn& column = columns_[id];
    if (!column.named && !column.cells.empty()) {
      refuse("cell " + cell_name({column.first_row, id}) +
                 " has a value, and its column has no name in row " + std::to_string(name_row_ + 1),
             "the first row that is not empty has the names: delete titles above it, and notes beside the "
             "table");
    }
    if (column.named && !seen.insert(column.name).second)
      refuse("two columns are named '" + shown(column.name) + "'", "rename one of them");
  }
  check_merged();
  if (formula_count_ > 0) {
    refuse("formulas without a stored result: " + places(formulas_, formula_count_),
           "open it in a spreadsheet program and save it, so that results are stored");
  }
  if (error_count_ > 0) {
    refuse("cells with errors such as #DIV/0!: " + places(errors_, error_count_),
           "correct them, or clear them where values are missing");
  }
}

std::string SheetCells::time_of(const Cell& cell) const {
  if (cell.shown == NumberShown::time && cell.number >= 0.0 && cell.number < 1.0) {
    const auto of_day = std::llround(cell.number * static_cast<double>(milliseconds_of_day));
    return time_text(std::min<std::int64_t>(of_day, milliseconds_of_day - 1), milliseconds_per_second);
  }
  const std::optional<std::int64_t> time = serial_milliseconds(cell.number, from_1904_);
  if (!time) return shortest(cell.number);
  const bool day_only = cell.shown == NumberShown::day && *time % milliseconds_of_day == 0;
  const std::string text = moment_text(*time, milliseconds_per_second);
  return day_only ? text.substr(0, text.find('T')) : text;
}

std::string SheetCells::text_of(const Cell& cell, const std::vector<std::string>& texts) const {
  switch (cell.type) {
    case Type::text:
      return texts[static_cast<std::size_t>(cell.integer)];
    case Type::boolean:
      return cell.integer != 0 ? "true" : "false";
    case Type::integer:
      return std::to_string(cell.integer);
    default:
      return is_temporal(cell.shown) ? time_of(cell) : shortest(cell.number);
  }
}

SheetCells::Census SheetCells::census(const SheetColumn& column) {
  Census count;
  for (const Cell& cell : column.cells) {
    switch (cell.type) {
      case Type::integer:
        ++count.integers;
        count.decimals = count.decimals || cell.shown == NumberShown::with_decimals;
        if (cell.integer > largest_exact_integer || cell.integer < -largest_exact_integer) ++count.large;
        break;
      case Type::number:
        if (!is_temporal(cell.shown)) ++count.numbers;
        if (cell.shown == NumberShown::time) ++count.times;
        if (cell.shown == NumberShown::day || cell.shown == NumberShown::moment) ++count.days;
        count.beyond_day = count.beyond_day || cell.number >= 1.0;
        break;
      case Type::boolean:
        ++count.booleans;
        break;
      default:
        break;
    }
  }
  return count;
}

Column SheetCells::text_column(const SheetColumn& column, const std::vector<std::string>& texts) const {
  CodeCollector result;
  result.reserve(column.cells.size());
  for (const Cell& cell : column.cells) {
    if (cell.type == Type::absent || cell.type == Type::not_available) {
      result.add_missing();
    } else {
      result.add(text_of(cell, texts));
    }
  }
  return result.take();
}

Column SheetCells::number_column(const SheetColumn& column, bool integers) const {
  const auto has_value = [](const Cell& cell) {
    return cell.type == Type::integer || cell.type == Type::number;
  };
  if (!integers) {
    Numbers numbers;
    for (const Cell& cell : column.cells) {
      numbers.push_back(!has_value(cell)             ? std::numeric_limits<double>::quiet_NaN()
                        : cell.type == Type::integer ? static_cast<double>(cell.integer)
                                                     : cell.number);
    }
    return numbers;
  }
  Integers result;
  for (std::size_t row = 0; row < column.cells.size(); ++row) {
    const bool missing = !has_value(column.cells[row]);
    if (missing && result.missing.empty()) result.missing.resize(column.cells.size());
    if (missing) result.missing[row] = 1;
    result.values.push_back(missing ? 0 : column.cells[row].integer);
  }
  return result;
}

// Dates where every time is midnight, else moments; of times of day alone texts.
Column SheetCells::time_column(const SheetColumn& column, std::size_t id, bool clock_only) const {
  CodeCollector clocks;
  Timestamps moments{{}, milliseconds_per_second, {}, {}};
  Dates dates;
  bool days_only = !clock_only;
  for (std::size_t row = 0; row < column.cells.size(); ++row) {
    const Cell& cell = column.cells[row];
    if (cell.type != Type::number) {
      dates.days.push_back(Dates::missing);
      moments.ticks.push_back(Timestamps::missing);
      clocks.add_missing();
      continue;
    }
    if (clock_only) {
      clocks.add(time_of(cell));
      continue;
    }
    const std::optional<std::int64_t> time = serial_milliseconds(cell.number, from_1904_);
    if (!time) {
      refuse("cell " + cell_name({name_row_ + 1 + row, id}) +
                 " is shown as a date, and its number stands for none",
             "correct it, or give it the format of a number");
    }
    std::int64_t day = *time / milliseconds_of_day;
    const std::int64_t rest = *time % milliseconds_of_day;
    day -= rest < 0 ? 1 : 0;
    days_only = days_only && rest == 0;
    dates.days.push_back(static_cast<std::int32_t>(day));
    moments.ticks.push_back(*time);
  }
  if (clock_only) return clocks.take();
  if (days_only) return dates;
  return moments;
}

Column SheetCells::finished(SheetColumn& column, const std::vector<std::string>& tokens,
                            std::size_t id) const {
  const std::vector<std::string> texts = column.texts.take().labels;
  // Tokens make no column one of texts where it has numbers or dates.
  std::vector<bool> is_token;
  for (const std::string& text : texts) {
    is_token.push_back(text.empty() || is_missing_token(text) ||
                       std::find(tokens.begin(), tokens.end(), text) != tokens.end());
  }
  const Census all = census(column);
  std::size_t other_texts = 0;
  for (const Cell& cell : column.cells) {
    other_texts += cell.type == Type::text && !is_token[static_cast<std::size_t>(cell.integer)] ? 1 : 0;
  }
  const std::size_t plain = all.integers + all.numbers, temporal = all.days + all.times;
  const bool typed = other_texts == 0 && all.booleans == 0 && (plain == 0) != (temporal == 0);
  if (!typed || (all.numbers > 0 && all.large > 0)) return text_column(column, texts);
  if (temporal > 0) return time_column(column, id, all.days == 0 && !all.beyond_day);
  return number_column(column, all.numbers == 0 && (!all.decimals || all.large > 0));
}

Table SheetCells::table(const ReadTerms& terms) {
  check_whole();
  std::size_t named = 0;
  for (const SheetColumn& column : columns_) named += column.named ? 1 : 0;
  require_table_memory(budget_, static_cast<double>(records_), static_cast<int>(named));
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  for (std::size_t id = 0; id < columns_.size(); ++id) {
    SheetColumn& column = columns_[id];
    if (!column.named) continue;
    column.cells.resize(records_);
    std::vector<std::string> tokens = terms.missing;
    if (const auto declared = terms.declared.find(column.name); declared != terms.declared.end()) {
      tokens.insert(tokens.end(), declared->second.missing.begin(), declared->second.missing.end());
    }
    columns.push_back(finished(column, tokens, id));
    std::vector<Cell>().swap(column.cells);
    ColumnInfo info;
    info.name = column.name;
    info.kind = columns.back().is_text()       ? Kind::nominal
                : columns.back().is_calendar() ? Kind::ordinal
                                               : Kind::numeric;
    infos.push_back(std::move(info));
  }
  return Table(std::move(infos), std::move(columns));
}

}  // namespace sfumato::io
