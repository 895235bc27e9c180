// Parquet with Snappy, in row groups of 2^20 records: small enough that writing can be stopped in between.
// Values are shared with Arrow when written, and copied once when read.
#include "io/formats/whole_number_file.hpp"

#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/memory_pool.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/bit_util.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>
#include <parquet/exception.h>
#include <parquet/file_reader.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "core/error.hpp"
#include "io/file_error.hpp"

namespace sfumato::io {
namespace {

constexpr std::int64_t group_rows = std::int64_t{1} << 20;

std::shared_ptr<arrow::Schema> schema_of(const std::vector<WholeNumberField>& fields) {
  arrow::FieldVector list;
  for (const WholeNumberField& field : fields) {
    list.push_back(arrow::field(field.name, field.wide ? arrow::int64() : arrow::int32(), field.nullable));
  }
  return arrow::schema(std::move(list));
}

template <class T>
std::shared_ptr<arrow::Array> array_of(const std::vector<T>& values, const WholeNumberField& field) {
  const auto rows = static_cast<std::int64_t>(values.size());
  std::shared_ptr<arrow::Buffer> valid;
  std::int64_t nulls = std::count(values.begin(), values.end(), std::numeric_limits<T>::min());
  if (nulls > 0) {
    std::vector<std::uint8_t> bits(static_cast<std::size_t>(arrow::bit_util::BytesForBits(rows)));
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (values[row] != std::numeric_limits<T>::min()) {
        arrow::bit_util::SetBit(bits.data(), static_cast<std::int64_t>(row));
      }
    }
    valid = arrow::Buffer::FromVector(std::move(bits));
  }
  const auto type = field.wide ? arrow::int64() : arrow::int32();
  return arrow::MakeArray(
      arrow::ArrayData::Make(type, rows, {std::move(valid), arrow::Buffer::Wrap(values)}, nulls));
}

arrow::Status write(const std::string& path, const arrow::Table& table, const Run& run) {
  ARROW_ASSIGN_OR_RAISE(const auto file, arrow::io::FileOutputStream::Open(path));
  const auto properties =
      parquet::WriterProperties::Builder().compression(parquet::Compression::SNAPPY)->build();
  ARROW_ASSIGN_OR_RAISE(const auto writer, parquet::arrow::FileWriter::Open(
                                               *table.schema(), arrow::system_memory_pool(), file, properties,
                                               parquet::default_arrow_writer_properties()));
  for (std::int64_t row = 0; row < table.num_rows(); row += group_rows) {
    run.check_stop();
    ARROW_RETURN_NOT_OK(writer->WriteTable(*table.Slice(row, group_rows), group_rows));
  }
  ARROW_RETURN_NOT_OK(writer->Close());
  return file->Close();
}

template <class T>
arrow::Status append(const arrow::Array& chunk, std::vector<T>& values) {
  using ArrayType = typename arrow::CTypeTraits<T>::ArrayType;
  const auto& array = static_cast<const ArrayType&>(chunk);
  constexpr T null = std::numeric_limits<T>::min();
  const T* first = array.raw_values();
  const T* last = first + array.length();
  if (array.null_count() == 0) {
    if (std::find(first, last, null) != last) return arrow::Status::Invalid("a value outside any domain");
    values.insert(values.end(), first, last);
    return arrow::Status::OK();
  }
  for (std::int64_t row = 0; row < array.length(); ++row) {
    if (array.IsNull(row)) {
      values.push_back(null);
    } else if (first[row] == null) {
      return arrow::Status::Invalid("a value outside any domain");
    } else {
      values.push_back(first[row]);
    }
  }
  return arrow::Status::OK();
}

template <class T>
arrow::Result<WholeNumbers> values_of(const arrow::ChunkedArray& chunks) {
  std::vector<T> values;
  values.reserve(static_cast<std::size_t>(chunks.length()));
  for (const auto& chunk : chunks.chunks()) ARROW_RETURN_NOT_OK(append(*chunk, values));
  return WholeNumbers(std::move(values));
}

// How many records the file says it has, in all and group by group.
arrow::Result<std::int64_t> row_count(const parquet::FileMetaData& metadata) {
  std::int64_t rows = 0;
  for (int i = 0; i < metadata.num_row_groups(); ++i) {
    const std::int64_t group = metadata.RowGroup(i)->num_rows();
    if (group < 0 || group > metadata.num_rows() - rows)
      return arrow::Status::Invalid("a wrong number of rows");
    rows += group;
  }
  if (rows != metadata.num_rows()) return arrow::Status::Invalid("a wrong number of rows");
  return rows;
}

arrow::Result<WholeNumberTable> read(const std::string& path, const std::vector<WholeNumberField>& fields,
                                     const std::vector<std::size_t>& wanted) {
  arrow::MemoryPool* pool = arrow::system_memory_pool();
  ARROW_ASSIGN_OR_RAISE(const auto file, arrow::io::ReadableFile::Open(path, pool));
  parquet::arrow::FileReaderBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Open(file, parquet::ReaderProperties(pool)));
  builder.memory_pool(pool);
  ARROW_ASSIGN_OR_RAISE(const auto reader, builder.Build());
  std::shared_ptr<arrow::Schema> schema;
  ARROW_RETURN_NOT_OK(reader->GetSchema(&schema));
  if (!schema->Equals(*schema_of(fields), false))
    return arrow::Status::Invalid("other columns than declared");
  ARROW_ASSIGN_OR_RAISE(const std::int64_t rows, row_count(*reader->parquet_reader()->metadata()));
  WholeNumberTable result{static_cast<std::size_t>(rows), {}};
  for (const WholeNumberField& field : fields) {
    result.columns.push_back(field.wide ? WholeNumbers(std::vector<std::int64_t>())
                                        : WholeNumbers(std::vector<std::int32_t>()));
  }
  for (const std::size_t place : wanted) {
    std::shared_ptr<arrow::Table> table;
    ARROW_RETURN_NOT_OK(reader->ReadTable({static_cast<int>(place)}, &table));
    ARROW_RETURN_NOT_OK(table->Validate());
    const arrow::ChunkedArray& chunks = *table->column(0);
    if (chunks.length() != rows) return arrow::Status::Invalid("columns of unequal length");
    ARROW_ASSIGN_OR_RAISE(result.columns[place], fields[place].wide ? values_of<std::int64_t>(chunks)
                                                                    : values_of<std::int32_t>(chunks));
  }
  return result;
}

// The operating system, not the content of the file, has caused the error.
void refuse_failing_disk(const std::string& path, const arrow::Status& status) {
  if (status.detail() == nullptr || std::string_view(status.detail()->type_id()) != "arrow::ErrnoDetail")
    return;
  if (!exists(path)) return;
  throw Error(ErrorCode::input_output, "cannot read '" + path + "': " + status.message(), "check the disk");
}

}  // namespace

void write_whole_numbers(const std::string& path, const std::vector<WholeNumberField>& fields,
                         const std::vector<WholeNumbers>& columns, const Run& run) {
  arrow::ArrayVector arrays;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    arrays.push_back(std::visit([&](const auto& values) { return array_of(values, fields[i]); }, columns[i]));
  }
  const auto table = arrow::Table::Make(schema_of(fields), arrays);
  const arrow::Status status = write(path, *table, run);
  if (!status.ok()) {
    throw Error(ErrorCode::input_output, "cannot write '" + path + "': " + status.message(),
                "free disk space, or choose another folder");
  }
}

WholeNumberTable read_whole_numbers(const std::string& path, const std::vector<WholeNumberField>& fields,
                                    const std::vector<std::size_t>& wanted) {
  std::string why;
  try {
    arrow::Result<WholeNumberTable> result = read(path, fields, wanted);
    if (result.ok()) return *std::move(result);
    refuse_failing_disk(path, result.status());
    why = result.status().message();
  } catch (const Error&) {
    throw;
  } catch (const parquet::ParquetStatusException& failure) {
    refuse_failing_disk(path, failure.status());
    why = failure.what();
  } catch (const std::exception& failure) {  // of Parquet, and of what is below it
    why = failure.what();
  }
  bad_input("'" + path + "' is not as it was written: " + why, "restore the database from a copy");
}

}  // namespace sfumato::io
