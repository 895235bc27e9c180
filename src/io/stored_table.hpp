// A table on disk, in blocks of records: its schema, and columns that are shared between tables, so that a
// masked table stores only the columns that were changed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "io/stored_column.hpp"

namespace sfumato::io {

class StoredTable {
 public:
  StoredTable() = default;
  StoredTable(std::vector<ColumnInfo> schema, std::vector<std::shared_ptr<StoredColumn>> columns);

  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front()->rows(); }
  std::size_t column_count() const { return columns_.size(); }
  const std::vector<ColumnInfo>& schema() const { return schema_; }
  const ColumnInfo& info(ColumnId id) const { return schema_[id]; }
  const StoredColumn& column(ColumnId id) const { return *columns_[id]; }
  const std::shared_ptr<StoredColumn>& shared(ColumnId id) const { return columns_[id]; }

  void set_info(ColumnId id, ColumnInfo info) { schema_[id] = std::move(info); }
  void replace(ColumnId id, std::shared_ptr<StoredColumn> column) { columns_[id] = std::move(column); }

  // Schema and types without records.
  Table outline() const;

  std::size_t block_rows() const { return stored_block_rows(columns_.size()); }
  std::size_t blocks() const { return (rows() + block_rows() - 1) / block_rows(); }
  // Records [number · block_rows, …). Columns that are not needed are missing in all records.
  Table block(std::size_t number, const Run& run, const ColumnSet* needed = nullptr) const;

 private:
  std::vector<ColumnInfo> schema_;
  std::vector<std::shared_ptr<StoredColumn>> columns_;
};

}  // namespace sfumato::io
