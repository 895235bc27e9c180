// Catalogues, data and queries by hand, for tests of the engine and of the answers.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "queries/engine.hpp"
#include "queries/mechanism.hpp"

namespace sfumato::queries::testing {

inline CatalogueColumn number(std::int64_t lower, std::int64_t upper, bool nullable = false,
                              int decimals = 0) {
  CatalogueColumn column;
  column.name = "n";
  column.lower = lower;
  column.upper = upper;
  column.nullable = nullable;
  column.decimals = decimals;
  return column;
}

inline CatalogueColumn category(std::size_t count, bool nullable = false) {
  CatalogueColumn column;
  column.name = "c";
  column.kind = ColumnKind::category;
  for (std::size_t code = 0; code < count; ++code) column.categories.push_back("c" + std::to_string(code));
  column.nullable = nullable;
  return column;
}

inline Catalogue catalogue(std::vector<CatalogueColumn> columns) {
  CatalogueTable table;
  table.name = "t";
  table.columns = std::move(columns);
  return {{table}};
}

inline Condition leaf(std::size_t column, std::vector<Range> ranges, bool null = false) {
  Condition condition;
  condition.kind = Condition::Kind::leaf;
  condition.column = column;
  condition.values = RangeSet(std::move(ranges));
  condition.null = null;
  return condition;
}

inline Condition joined(Condition::Kind kind, std::vector<Condition> parts) {
  Condition condition;
  condition.kind = kind;
  condition.parts = std::move(parts);
  return condition;
}

inline Query query(Aggregate aggregate, std::optional<std::size_t> column = 0, Condition where = {},
                   std::vector<std::size_t> groups = {}, std::int64_t millionths = 500'000) {
  Query result;
  result.aggregate = aggregate;
  if (aggregate != Aggregate::count) result.column = column;
  result.where = std::move(where);
  result.groups = std::move(groups);
  result.millionths = aggregate == Aggregate::quantile ? millionths : 0;
  return result;
}

using Row = std::vector<std::optional<std::int64_t>>;

inline DataTable data(const std::vector<Row>& rows, std::size_t columns, bool broad = false) {
  DataTable table;
  table.rows = rows.size();
  for (std::size_t column = 0; column < columns; ++column) {
    Narrow narrow;
    Broad wide;
    for (const Row& row : rows) {
      const auto cell = row[column];
      wide.push_back(cell.value_or(null_value<std::int64_t>));
      narrow.push_back(cell ? static_cast<std::int32_t>(*cell) : null_value<std::int32_t>);
    }
    if (broad) {
      table.columns.emplace_back(std::move(wide));
    } else {
      table.columns.emplace_back(std::move(narrow));
    }
  }
  return table;
}

// One column of numbers.
inline DataTable numbers(const std::vector<std::int64_t>& values, bool broad = false) {
  std::vector<Row> rows;
  for (const std::int64_t value : values) rows.push_back({value});
  return data(rows, 1, broad);
}

}  // namespace sfumato::queries::testing
