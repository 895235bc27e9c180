// A table made of rows of any kind, column by column: what a comparison leaves for a spreadsheet.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/table.hpp"

namespace sfumato::report {

// A cell that is left empty.
inline constexpr double empty_cell = std::numeric_limits<double>::quiet_NaN();

template <class Row>
class RowTable {
 public:
  explicit RowTable(std::span<const Row> rows) : rows_(rows) {}  // they stay where they are

  // `of` gives a row's text; an empty one is an empty cell.
  template <class Of>
  void texts(const std::string& name, const Of& of) {
    Codes codes;
    for (const Row& row : rows_) {
      const std::string value = of(row);
      const auto found = std::find(codes.labels.begin(), codes.labels.end(), value);
      codes.codes.push_back(value.empty() ? Codes::missing
                                          : static_cast<std::int32_t>(found - codes.labels.begin()));
      if (!value.empty() && found == codes.labels.end()) codes.labels.push_back(value);
    }
    add(name, Kind::nominal, std::move(codes));
  }

  template <class Of>
  void numbers(const std::string& name, const Of& of) {
    Numbers values;
    for (const Row& row : rows_) values.push_back(of(row));
    add(name, Kind::numeric, std::move(values));
  }

  Table table() const { return {schema_, columns_}; }

 private:
  void add(const std::string& name, Kind kind, Column column) {
    ColumnInfo info;
    info.name = name;
    info.kind = kind;
    schema_.push_back(info);
    columns_.push_back(std::move(column));
  }

  std::span<const Row> rows_;
  std::vector<ColumnInfo> schema_;
  std::vector<Column> columns_;
};

}  // namespace sfumato::report
