// Columns of one type are joined and coded at once; others by their texts.
#include "stats/categories/joint_codes.hpp"

#include <algorithm>
#include <unordered_map>

namespace sfumato::stats {
namespace {

Column text_of(const Column& column) {
  if (column.is_text()) return column;
  Codes result;
  std::unordered_map<std::string, std::int32_t> code_of;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) {
      result.codes.push_back(Codes::missing);
      continue;
    }
    const auto [found, fresh] =
        code_of.try_emplace(column.text(row), static_cast<std::int32_t>(result.labels.size()));
    if (fresh) result.labels.push_back(found->first);
    result.codes.push_back(found->second);
  }
  return result;
}

KeyColumn joined_codes(std::span<const Column* const> columns) {
  const auto text = [](const Column* column) { return column->is_text(); };
  const bool all = std::all_of(columns.begin(), columns.end(), text);
  if (all || std::none_of(columns.begin(), columns.end(), text)) return key_column(concatenated(columns));
  std::vector<Column> texts;
  for (const Column* column : columns) texts.push_back(text_of(*column));
  std::vector<const Column*> parts;
  for (const Column& column : texts) parts.push_back(&column);
  return key_column(concatenated(parts));
}

}  // namespace

JointCodes joint_codes(std::span<const Column* const> columns) {
  const KeyColumn joined = joined_codes(columns);
  JointCodes result;
  result.distinct = joined.distinct;
  auto begin = joined.codes.begin();
  for (const Column* column : columns) {
    const auto end = begin + static_cast<std::ptrdiff_t>(column->size());
    result.codes.emplace_back(begin, end);
    begin = end;
  }
  return result;
}

Table named_as(const Table& names, Table table) {
  for (ColumnId id = 0; id < std::min(names.column_count(), table.column_count()); ++id) {
    ColumnInfo info = table.info(id);
    info.name = names.info(id).name;
    table.set_info(id, std::move(info));
  }
  return table;
}

KeyTable stacked_keys(std::span<const Table* const> tables, const std::vector<std::string>& names,
                      const Run& run) {
  KeyTable result;
  result.columns.resize(names.size());
  for (const Table* table : tables) result.rows += table->rows();
  run.parallel(names.size(), [&](std::size_t j) {
    std::vector<const Column*> columns;
    for (const Table* table : tables) columns.push_back(&table->column(table->require(names[j])));
    result.columns[j] = joined_codes(columns);
  });
  return result;
}

}  // namespace sfumato::stats
