// Arrow tables converted column by column: names, extension types, and the kinds, labels and orders that the
// writer of sfumato has noted.
#include "io/formats/arrow_table.hpp"

#include <arrow/array.h>
#include <arrow/chunked_array.h>
#include <arrow/extension_type.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>

#include <set>

#include "core/error.hpp"
#include "io/column_note.hpp"
#include "io/formats/table_memory.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

// What the writer of sfumato has noted about the columns.
Declarations noted(const arrow::Schema& schema) {
  const auto& metadata = schema.metadata();
  const int at = metadata ? metadata->FindKey("sfumato") : -1;
  return at < 0 ? Declarations{} : parse_column_note(metadata->value(at));
}

Kind found_kind(const Column& column, const arrow::DataType& type) {
  if (column.is_calendar()) return Kind::ordinal;
  if (!column.is_text()) return Kind::numeric;
  const bool ordered =
      type.id() == arrow::Type::DICTIONARY && static_cast<const arrow::DictionaryType&>(type).ordered();
  return ordered ? Kind::ordinal : Kind::nominal;
}

// An extension type gives the meaning of the stored values; only the stored values are used.
std::shared_ptr<arrow::ChunkedArray> stored(std::shared_ptr<arrow::ChunkedArray> chunks) {
  if (chunks->type()->id() != arrow::Type::EXTENSION) return chunks;
  arrow::ArrayVector arrays;
  for (const auto& chunk : chunks->chunks()) {
    arrays.push_back(static_cast<const arrow::ExtensionArray&>(*chunk).storage());
  }
  const auto& type = static_cast<const arrow::ExtensionType&>(*chunks->type());
  return std::make_shared<arrow::ChunkedArray>(std::move(arrays), type.storage_type());
}

}  // namespace

Table table_from_arrow(const arrow::Table& table, const std::string& source, const MemoryBudget& budget) {
  if (table.num_columns() == 0) bad_input(source + " has no columns");
  require_table_memory(budget, static_cast<double>(table.num_rows()), table.num_columns());
  const Declarations notes = noted(*table.schema());
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  std::set<std::string> seen;
  for (int i = 0; i < table.num_columns(); ++i) {
    ColumnInfo info;
    info.name = table.field(i)->name();
    if (!seen.insert(info.name).second || first_invalid_utf8(info.name) != std::string::npos) {
      bad_input(source + ": the column name '" + shown(info.name) + "' is repeated or not valid UTF-8",
                "give each column its own name");
    }
    const std::shared_ptr<arrow::ChunkedArray> chunks = stored(table.column(i));
    Column column = column_from_arrow(*chunks, source + ", column '" + shown(info.name) + "'");
    info.kind = found_kind(column, *chunks->type());
    if (const auto note = notes.find(info.name); note != notes.end())
      apply_column_note(info, column, note->second);
    infos.push_back(std::move(info));
    columns.push_back(std::move(column));
  }
  return {std::move(infos), std::move(columns)};
}

}  // namespace sfumato::io
