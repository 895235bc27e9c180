// A table of records: a schema and columns of equal length. Copies share their columns; editing a
// column copies that one alone, so an original can never be changed through its copy.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/column.hpp"
#include "core/schema.hpp"

namespace sfumato {

using ColumnId = std::size_t;
using ColumnSet = std::vector<ColumnId>;

class Table {
 public:
  Table() = default;
  // Columns must be of equal length and as many as the infos.
  Table(std::vector<ColumnInfo> schema, std::vector<Column> columns);

  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front()->size(); }
  std::size_t column_count() const { return columns_.size(); }
  const std::vector<ColumnInfo>& schema() const { return schema_; }
  const ColumnInfo& info(ColumnId id) const { return schema_[id]; }
  const Column& column(ColumnId id) const { return *columns_[id]; }

  std::optional<ColumnId> find(std::string_view name) const;
  // The column of that name; if there is none, an error that lists the columns or suggests one.
  ColumnId require(std::string_view name) const;
  std::vector<std::string> names() const;
  std::vector<std::string> names(const ColumnSet& columns) const;

  // Different columns may be edited and replaced from different threads at once.
  std::span<double> edit_numbers(ColumnId id);
  void replace(ColumnId id, Column column);
  void set_info(ColumnId id, ColumnInfo info) { schema_[id] = std::move(info); }

  Table taking_columns(const ColumnSet& columns) const;
  Table taking_rows(std::span<const std::size_t> rows) const;

  // The rows of tables with equal columns, one table after the other; at least one table.
  static Table concatenated(std::span<const Table> parts);

  // The same names and the same columns, bit for bit.
  bool same_data(const Table& other) const;

 private:
  std::vector<ColumnInfo> schema_;
  std::vector<std::shared_ptr<Column>> columns_;
};

}  // namespace sfumato
