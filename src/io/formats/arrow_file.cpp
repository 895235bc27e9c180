// Parquet (Snappy) and Feather (version 2, LZ4) read from and written to bytes in memory, so that paths,
// permissions and renaming are handled in one place for all formats.
#include "io/formats/arrow_file.hpp"

#include <arrow/buffer.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/feather.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/memory_pool.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/thread_pool.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/arrow/writer.h>
#include <parquet/exception.h>
#include <parquet/file_reader.h>

#include "core/error.hpp"
#include "io/byte_source.hpp"
#include "io/formats/arrow_budget.hpp"
#include "io/formats/arrow_table.hpp"
#include "io/formats/table_memory.hpp"

namespace sfumato::io {
namespace {

bool use_threads(const Run& run) {
#ifdef SFUMATO_PLAIN_THREADS  // the thread sanitizer cannot start threads after a fork
  static_cast<void>(run);
  return false;
#else
  if (run.threads() == 1) return false;
  if (arrow::GetCpuThreadPoolCapacity() != run.threads()) {
    static_cast<void>(arrow::SetCpuThreadPoolCapacity(run.threads()));
  }
  return true;
#endif
}

std::shared_ptr<arrow::io::BufferReader> reader_of(const ByteSource& source) {
  const std::string_view bytes = source.bytes();
  return std::make_shared<arrow::io::BufferReader>(std::make_shared<arrow::Buffer>(
      reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<std::int64_t>(bytes.size())));
}

void require(const arrow::Status& status, const std::string& path, const char* format,
             const MemoryBudget& budget, const LimitedPool& pool) {
  if (status.ok()) return;
  if (pool.exceeded()) budget.exceeded("its unpacked content");
  if (status.IsOutOfMemory()) throw std::bad_alloc();
  bad_input(path + ": cannot be read as " + format + ": " + status.message(),
            "the file may be damaged, or of another format (‹format› names it)");
}

// Plain texts are read as dictionaries, which avoids copies of repeated texts; dictionaries of the file
// are read as they are, since requesting them would lose their order.
parquet::ArrowReaderProperties reader_properties(const parquet::FileMetaData& metadata, const Run& run) {
  parquet::ArrowReaderProperties properties(use_threads(run));
  properties.set_pre_buffer(false);
  std::shared_ptr<arrow::Schema> schema;
  const auto status = parquet::arrow::FromParquetSchema(metadata.schema(), properties,
                                                        metadata.key_value_metadata(), &schema);
  if (!status.ok() || schema->num_fields() != metadata.num_columns()) return properties;  // some are nested
  for (int i = 0; i < schema->num_fields(); ++i) {
    if (arrow::is_string(schema->field(i)->type()->id())) properties.set_read_dictionary(i, true);
  }
  return properties;
}

// The number of rows is declared by each batch; version 1, without batches, holds its values as they are.
arrow::Status require_feather_memory(const ByteSource& source, const arrow::ipc::IpcReadOptions& options,
                                     const MemoryBudget& budget) {
  ARROW_ASSIGN_OR_RAISE(const auto reader,
                        arrow::ipc::RecordBatchFileReader::Open(reader_of(source), options));
  ARROW_ASSIGN_OR_RAISE(const std::int64_t rows, reader->CountRows());
  require_table_memory(budget, static_cast<double>(rows), reader->schema()->num_fields());
  return arrow::Status::OK();
}

// Arrow's output, passed on; an error of the sink is kept and thrown when Arrow has returned.
class SinkStream final : public arrow::io::OutputStream {
 public:
  SinkStream(const TextSink& sink, const Run& run) : sink_(sink), run_(run) {}

  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  arrow::Result<std::int64_t> Tell() const override { return at_; }
  arrow::Status Write(const void* data, std::int64_t count) override {
    try {
      run_.check_stop();
      sink_({static_cast<const char*>(data), static_cast<std::size_t>(count)});
    } catch (...) {
      failure_ = std::current_exception();
      return arrow::Status::IOError("the output failed");
    }
    at_ += count;
    return arrow::Status::OK();
  }
  void finish(const arrow::Status& status) const {
    if (failure_) std::rethrow_exception(failure_);
    if (!status.ok()) throw Error(ErrorCode::internal, "cannot write the table: " + status.message());
  }

 private:
  const TextSink& sink_;
  const Run& run_;
  std::exception_ptr failure_;
  std::int64_t at_ = 0;
  bool closed_ = false;
};

void require_columns(const Table& table) {
  if (table.column_count() == 0) {
    bad_input("a table without columns cannot be written", "keep at least one column");
  }
}

}  // namespace

Table read_parquet(const std::string& path, const Run& run) {
  const ByteSource source(path, run.memory());
  const MemoryBudget budget = source.budget(Packing::compressed);
  LimitedPool& pool = lasting_pool(budget.left());
  std::shared_ptr<arrow::Table> table;
  const auto read = [&]() -> arrow::Status {
    parquet::arrow::FileReaderBuilder builder;
    ARROW_RETURN_NOT_OK(builder.Open(reader_of(source), parquet::ReaderProperties(&pool)));
    builder.memory_pool(&pool);
    const parquet::FileMetaData& metadata = *builder.raw_reader()->metadata();
    require_parquet_memory(budget, metadata);
    builder.properties(reader_properties(metadata, run));
    ARROW_ASSIGN_OR_RAISE(const auto reader, builder.Build());
    ARROW_RETURN_NOT_OK(reader->ReadTable(&table));
    return table->Validate();
  };
  require(read(), path, "Parquet", budget, pool);
  return table_from_arrow(*table, path, budget);
}

Table read_feather(const std::string& path, const Run& run) {
  const ByteSource source(path, run.memory());
  const MemoryBudget budget = source.budget(Packing::compressed);
  LimitedPool& pool = lasting_pool(budget.left());
  std::shared_ptr<arrow::Table> table;
  const auto read = [&]() -> arrow::Status {
    auto options = arrow::ipc::IpcReadOptions::Defaults();
    options.memory_pool = &pool;
    options.use_threads = use_threads(run);
    ARROW_ASSIGN_OR_RAISE(const auto reader, arrow::ipc::feather::Reader::Open(reader_of(source), options));
    if (reader->version() == arrow::ipc::feather::kFeatherV2Version) {
      ARROW_RETURN_NOT_OK(require_feather_memory(source, options, budget));
    }
    ARROW_RETURN_NOT_OK(reader->Read(&table));
    return table->ValidateFull();
  };
  require(read(), path, "Feather", budget, pool);
  return table_from_arrow(*table, path, budget);
}

void write_parquet(const Table& table, const Run& run, const TextSink& sink) {
  require_columns(table);
  const std::shared_ptr<arrow::Table> arrow = table_to_arrow(table);
  const auto stream = std::make_shared<SinkStream>(sink, run);
  auto properties = parquet::WriterProperties::Builder().compression(parquet::Compression::SNAPPY)->build();
  auto arrow_properties =
      parquet::ArrowWriterProperties::Builder().store_schema()->set_use_threads(use_threads(run))->build();
  stream->finish(parquet::arrow::WriteTable(*arrow, arrow::system_memory_pool(), stream, 1 << 20, properties,
                                            arrow_properties));
}

void write_feather(const Table& table, const Run& run, const TextSink& sink) {
  require_columns(table);
  const std::shared_ptr<arrow::Table> arrow = table_to_arrow(table);
  SinkStream stream(sink, run);
  stream.finish(arrow::ipc::feather::WriteTable(*arrow, &stream));
}

}  // namespace sfumato::io
