#include "io/stored_table.hpp"

#include <algorithm>
#include <limits>

namespace sfumato::io {
namespace {

// As many missing cells, of the type of a column.
Column empty_cells(const Column& outline, std::size_t rows) {
  if (outline.get_if<Integers>() != nullptr) {
    return Integers{std::vector<std::int64_t>(rows, 0), std::vector<std::uint8_t>(rows, 1)};
  }
  if (outline.get_if<Dates>() != nullptr) return Dates{std::vector<std::int32_t>(rows, Dates::missing)};
  if (const Timestamps* times = outline.get_if<Timestamps>()) {
    Timestamps result = times->outline();
    result.ticks.assign(rows, Timestamps::missing);
    return result;
  }
  if (outline.is_text()) return Codes{std::vector<std::int32_t>(rows, Codes::missing), {}};
  return Numbers(rows, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

StoredTable::StoredTable(std::vector<ColumnInfo> schema, std::vector<std::shared_ptr<StoredColumn>> columns)
    : schema_(std::move(schema)), columns_(std::move(columns)) {}

Table StoredTable::outline() const {
  std::vector<Column> columns;
  for (const auto& column : columns_) columns.push_back(column->outline());
  return Table(schema_, std::move(columns));
}

Table StoredTable::block(std::size_t number, const Run& run, const ColumnSet* needed) const {
  const std::size_t begin = number * block_rows(), count = std::min(rows() - begin, block_rows());
  std::vector<Column> columns(columns_.size());
  run.parallel(columns.size(), [&](std::size_t id) {
    const bool wanted = needed == nullptr || std::find(needed->begin(), needed->end(), id) != needed->end();
    columns[id] = wanted ? columns_[id]->block(number) : empty_cells(columns_[id]->outline(), count);
  });
  return Table(schema_, std::move(columns));
}

}  // namespace sfumato::io
