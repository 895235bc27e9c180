// The memory budget of a file that Arrow reads: a pool that ends the reading at the limit, and the check of
// what a file declares before anything of it is read.
#pragma once

#include <arrow/memory_pool.h>

#include <atomic>
#include <string>

#include "io/memory_budget.hpp"

namespace parquet {
class FileMetaData;
}

namespace sfumato::io {

// glibc's allocator (the only one that is safe in a fork of a process with threads) up to a limit. Beyond it,
// allocations fail, and `exceeded` tells this from a machine without memory.
class LimitedPool final : public arrow::MemoryPool {
 public:
  explicit LimitedPool(std::uint64_t limit) : limit_(limit) {}

  using arrow::MemoryPool::Allocate;
  using arrow::MemoryPool::Free;
  using arrow::MemoryPool::Reallocate;
  arrow::Status Allocate(std::int64_t size, std::int64_t alignment, std::uint8_t** out) override;
  arrow::Status Reallocate(std::int64_t old_size, std::int64_t new_size, std::int64_t alignment,
                           std::uint8_t** bytes) override;
  void Free(std::uint8_t* bytes, std::int64_t size, std::int64_t alignment) override;
  std::int64_t bytes_allocated() const override { return static_cast<std::int64_t>(used_.load()); }
  std::int64_t max_memory() const override { return pool_->max_memory(); }
  std::int64_t total_bytes_allocated() const override { return pool_->total_bytes_allocated(); }
  std::int64_t num_allocations() const override { return pool_->num_allocations(); }
  std::string backend_name() const override { return pool_->backend_name(); }

  bool exceeded() const { return exceeded_; }

 private:
  // Counts the bytes; false where they do not fit.
  bool take(std::int64_t size);

  arrow::MemoryPool* pool_ = arrow::system_memory_pool();
  std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0};
  std::atomic<bool> exceeded_{false};
};

// A pool that lives as long as the process: a thread of Arrow may give memory back a moment after the table
// is read.
LimitedPool& lasting_pool(std::uint64_t limit);

// Ends with an error where a table of that size exceeds the budget: its values are held by Arrow, by the
// child process and by this process.
void require_parquet_memory(const MemoryBudget& budget, const parquet::FileMetaData& metadata);

}  // namespace sfumato::io
