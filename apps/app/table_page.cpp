#include "app/table_page.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sfumato::app {
namespace {

char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string in_small_letters(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), small_letter);
  return text;
}

std::string type_of(const Column& column) {
  if (column.get_if<Integers>() != nullptr) return "integer";
  if (column.get_if<Dates>() != nullptr) return "date";
  if (column.get_if<Timestamps>() != nullptr) return "timestamp";
  return column.is_text() ? "text" : "number";
}

// Labels are searched once, not once for each row.
std::vector<std::size_t> matching_rows(const Table& table, const ColumnSet& columns,
                                       const std::string& filter) {
  std::vector<std::uint8_t> found(table.rows(), 0);
  const std::string wanted = in_small_letters(filter);
  const auto fits = [&](const std::string& text) {
    return in_small_letters(text).find(wanted) != std::string::npos;
  };
  for (const ColumnId id : columns) {
    const Column& column = table.column(id);
    if (const auto* codes = column.get_if<Codes>()) {
      std::vector<std::uint8_t> label_fits;
      for (const std::string& label : codes->labels) label_fits.push_back(fits(label) ? 1 : 0);
      for (std::size_t row = 0; row < found.size(); ++row) {
        const std::int32_t code = codes->codes[row];
        if (code >= 0 && label_fits[static_cast<std::size_t>(code)] != 0) found[row] = 1;
      }
      continue;
    }
    for (std::size_t row = 0; row < found.size(); ++row) {
      if (found[row] == 0 && !column.missing(row) && fits(column.text(row))) found[row] = 1;
    }
  }
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < found.size(); ++row) {
    if (found[row] != 0) rows.push_back(row);
  }
  return rows;
}

// A number for each row, in the order in which rows are sorted; NaN where missing.
Numbers sort_keys(const Column& column, Kind kind) {
  const auto* codes = column.get_if<Codes>();
  if (codes == nullptr || kind == Kind::ordinal) return column.to_numbers();
  std::vector<std::size_t> order(codes->labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return codes->labels[a] < codes->labels[b]; });
  std::vector<double> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<double>(i);
  Numbers keys;
  for (const std::int32_t code : codes->codes) {
    keys.push_back(code < 0 ? std::nan("") : place[static_cast<std::size_t>(code)]);
  }
  return keys;
}

void sort_rows(std::vector<std::size_t>& rows, const Table& table, ColumnId by, bool descending) {
  const Numbers keys = sort_keys(table.column(by), table.info(by).kind);
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    const double x = keys[a], y = keys[b];
    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
    return descending ? x > y : x < y;
  });
}

Value cell_value(const Column& column, std::size_t row) {
  if (column.missing(row)) return {};
  if (const auto* numbers = column.get_if<Numbers>()) return (*numbers)[row];
  if (const auto* integers = column.get_if<Integers>()) {
    const std::int64_t value = integers->values[row];
    // Beyond 2^53 a script would round it.
    if (value <= (1LL << 53) && value >= -(1LL << 53)) return value;
  }
  return column.text(row);
}

Value column_value(const Table& table, ColumnId id) {
  const ColumnInfo& info = table.info(id);
  Value value = Value::object();
  return value.set("name", info.name)
      .set("type", type_of(table.column(id)))
      .set("kind", to_text(info.kind))
      .set("role", info.role ? Value(to_text(*info.role)) : Value());
}

}  // namespace

Value table_page(const Table& table, const TablePageRequest& wanted) {
  ColumnSet shown;
  for (const std::string& name : wanted.columns) shown.push_back(table.require(name));
  if (shown.empty()) {
    shown.resize(table.column_count());
    std::iota(shown.begin(), shown.end(), ColumnId{0});
  }
  std::vector<std::size_t> rows;
  if (wanted.filter.empty()) {
    rows.resize(table.rows());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
  } else {
    rows = matching_rows(table, wanted.column.empty() ? shown : ColumnSet{table.require(wanted.column)},
                         wanted.filter);
  }
  if (!wanted.sort.empty()) sort_rows(rows, table, table.require(wanted.sort), wanted.descending);
  Value columns = Value::array(), numbers = Value::array(), cells = Value::array();
  for (const ColumnId id : shown) columns.push(column_value(table, id));
  const std::size_t begin = std::min<std::size_t>(wanted.offset, rows.size());
  const std::size_t end = begin + std::min<std::size_t>(wanted.limit, rows.size() - begin);
  for (std::size_t i = begin; i < end; ++i) {
    numbers.push(rows[i] + 1);
    Value line = Value::array();
    for (const ColumnId id : shown) line.push(cell_value(table.column(id), rows[i]));
    cells.push(std::move(line));
  }
  Value page = Value::object();
  return page.set("rows", table.rows())
      .set("matched", rows.size())
      .set("offset", begin)
      .set("columns", std::move(columns))
      .set("numbers", std::move(numbers))
      .set("cells", std::move(cells));
}

}  // namespace sfumato::app
