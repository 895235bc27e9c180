// A stream of record batches (the Arrow C stream interface) that is released with its owner.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "arrow_c.h"

namespace sfumato {

class Stream {
 public:
  Stream() = default;
  // Takes a stream over; the structure it came in is marked as released.
  explicit Stream(ArrowArrayStream& from) : stream_(from) { from.release = nullptr; }
  Stream(Stream&& other) noexcept : stream_(other.stream_) { other.stream_.release = nullptr; }
  Stream& operator=(Stream&& other) noexcept {
    if (this != &other) {
      reset();
      stream_ = other.stream_;
      other.stream_.release = nullptr;
    }
    return *this;
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { reset(); }

  explicit operator bool() const { return stream_.release != nullptr; }
  // For an Arrow library, which imports it: arrow::ImportRecordBatchReader(stream.get()).
  ArrowArrayStream* get() { return &stream_; }
  void reset() {
    if (stream_.release != nullptr) stream_.release(&stream_);
    stream_.release = nullptr;
  }

  // Reads it to its end.
  std::int64_t count_rows() {
    std::int64_t rows = 0;
    while (true) {
      ArrowArray batch{};
      if (!*this || stream_.get_next(&stream_, &batch) != 0)
        throw std::runtime_error("the stream cannot be read");
      if (batch.release == nullptr) return rows;
      rows += batch.length;
      batch.release(&batch);
    }
  }

 private:
  ArrowArrayStream stream_{};
};

}  // namespace sfumato
