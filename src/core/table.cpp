// Tables: look-up by name, copy on edit, selections.
#include "core/table.hpp"

#include <cassert>

#include "core/error.hpp"

namespace sfumato {

Table::Table(std::vector<ColumnInfo> schema, std::vector<Column> columns) : schema_(std::move(schema)) {
  assert(schema_.size() == columns.size());
  columns_.reserve(columns.size());
  for (Column& column : columns) {
    assert(columns_.empty() || column.size() == rows());
    columns_.push_back(std::make_shared<Column>(std::move(column)));
  }
}

std::optional<ColumnId> Table::find(std::string_view name) const {
  for (ColumnId id = 0; id < schema_.size(); ++id) {
    if (schema_[id].name == name) return id;
  }
  return std::nullopt;
}

ColumnId Table::require(std::string_view name) const {
  if (const auto id = find(name)) return *id;
  std::string hint = suggestion(name, names());
  if (hint.empty()) {
    for (const std::string& known : names()) {
      if (hint.size() > 200) {
        hint += ", …";
        break;
      }
      hint += (hint.empty() ? "the columns are " : ", ") + known;
    }
  }
  bad_input("no column '" + std::string(name) + "' in the data", hint);
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> result;
  result.reserve(schema_.size());
  for (const ColumnInfo& info : schema_) result.push_back(info.name);
  return result;
}

std::vector<std::string> Table::names(const ColumnSet& columns) const {
  std::vector<std::string> result;
  result.reserve(columns.size());
  for (const ColumnId id : columns) result.push_back(schema_[id].name);
  return result;
}

std::span<double> Table::edit_numbers(ColumnId id) {
  std::shared_ptr<Column>& column = columns_[id];
  if (column->get_if<Numbers>() == nullptr) {
    column = std::make_shared<Column>(column->to_numbers());
  } else if (column.use_count() > 1) {
    column = std::make_shared<Column>(*column);
  }
  return column->edit_numbers();
}

void Table::replace(ColumnId id, Column column) {
  assert(column.size() == columns_[id]->size());  // not rows(): another thread may replace the first column
  columns_[id] = std::make_shared<Column>(std::move(column));
}

Table Table::taking_columns(const ColumnSet& columns) const {
  Table result;
  for (const ColumnId id : columns) {
    result.schema_.push_back(schema_[id]);
    result.columns_.push_back(columns_[id]);
  }
  return result;
}

Table Table::taking_rows(std::span<const std::size_t> rows) const {
  Table result;
  result.schema_ = schema_;
  for (const auto& column : columns_)
    result.columns_.push_back(std::make_shared<Column>(column->taking(rows)));
  return result;
}

Table Table::concatenated(std::span<const Table> parts) {
  Table result;
  result.schema_ = parts.front().schema_;
  for (ColumnId id = 0; id < result.schema_.size(); ++id) {
    std::vector<const Column*> columns;
    for (const Table& part : parts) columns.push_back(part.columns_[id].get());
    result.columns_.push_back(std::make_shared<Column>(sfumato::concatenated(columns)));
  }
  return result;
}

bool Table::same_data(const Table& other) const {
  if (column_count() != other.column_count()) return false;
  for (ColumnId id = 0; id < column_count(); ++id) {
    if (schema_[id].name != other.schema_[id].name || !(*columns_[id] == *other.columns_[id])) return false;
  }
  return true;
}

}  // namespace sfumato
