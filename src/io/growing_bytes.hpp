// Bytes that are appended piece by piece, in one block. Growing does not copy large blocks (the C library
// moves their pages), so that the peak of memory is their size and not twice or three times that.
#pragma once

#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string_view>

namespace sfumato::io {

class GrowingBytes {
 public:
  std::string_view view() const { return {bytes_.get(), size_}; }

  // Room for `count` more bytes after the present ones; grow() then adds those that were written.
  std::span<char> room(std::size_t count) {
    if (capacity_ - size_ < count) reserve(size_ + count + size_ / 2);
    return {bytes_.get() + size_, count};
  }
  void grow(std::size_t written) { size_ += written; }
  // Returns room that is not used.
  void shrink() { reserve(size_ > 0 ? size_ : 1); }

 private:
  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };

  void reserve(std::size_t capacity) {
    void* moved = std::realloc(bytes_.get(), capacity);
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(bytes_.release());
    bytes_.reset(static_cast<char*>(moved));
    capacity_ = capacity;
  }

  std::unique_ptr<char, Free> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace sfumato::io
