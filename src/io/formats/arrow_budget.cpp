// Declared sizes are checked as doubles: a damaged file may declare any number of rows.
#include "io/formats/arrow_budget.hpp"

#include <parquet/metadata.h>
#include <parquet/schema.h>

#include <algorithm>
#include <deque>
#include <mutex>

#include "io/formats/table_memory.hpp"

namespace sfumato::io {

bool LimitedPool::take(std::int64_t size) {
  const auto bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, size));
  if (used_.fetch_add(bytes) + bytes <= limit_) return true;
  used_ -= bytes;
  exceeded_ = true;
  return false;
}

arrow::Status LimitedPool::Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) {
  if (!take(size)) return arrow::Status::OutOfMemory("the limit of memory is reached");
  arrow::Status status = pool_->Allocate(size, alignment, out);
  if (!status.ok()) used_ -= static_cast<std::uint64_t>(size);
  return status;
}

arrow::Status LimitedPool::Reallocate(std::int64_t old_size, std::int64_t new_size, std::int64_t alignment,
                                      std::uint8_t** bytes) {
  if (!take(new_size)) return arrow::Status::OutOfMemory("the limit of memory is reached");
  arrow::Status status = pool_->Reallocate(old_size, new_size, alignment, bytes);
  used_ -= static_cast<std::uint64_t>(status.ok() ? old_size : new_size);
  return status;
}

void LimitedPool::Free(std::uint8_t* bytes, std::int64_t size, std::int64_t alignment) {
  pool_->Free(bytes, size, alignment);
  used_ -= static_cast<std::uint64_t>(size);
}

LimitedPool& lasting_pool(std::uint64_t limit) {
  static std::mutex mutex;
  static auto* pools = new std::deque<LimitedPool>();  // never destroyed: threads may outlive static objects
  const std::lock_guard lock(mutex);
  return pools->emplace_back(limit);
}

void require_parquet_memory(const MemoryBudget& budget, const parquet::FileMetaData& metadata) {
  double rows = static_cast<double>(metadata.num_rows());
  double values = 0.0;
  double texts = 0.0;  // bytes
  for (int group = 0; group < metadata.num_row_groups(); ++group) {
    const auto chunks = metadata.RowGroup(group);
    for (int column = 0; column < metadata.num_columns(); ++column) {
      const auto chunk = chunks->ColumnChunk(column);
      values += static_cast<double>(std::max(chunk->num_values(), chunks->num_rows()));
      const bool text = metadata.schema()->Column(column)->physical_type() == parquet::Type::BYTE_ARRAY;
      if (text) texts += static_cast<double>(chunk->total_uncompressed_size());
    }
  }
  values = std::max(values, rows * metadata.num_columns());
  require_table_memory(budget, rows, metadata.num_columns(), values, texts);
}

}  // namespace sfumato::io
