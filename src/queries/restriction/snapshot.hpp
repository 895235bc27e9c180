// Bytes of a snapshot of the audit: numbers of 8 bytes in the order of the machine, and lists after their
// length. A snapshot saves time only: the log has its hash, and one that does not match is not used.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sfumato::queries {

class SnapshotWriter {
 public:
  // `counts`: only counts the bytes.
  explicit SnapshotWriter(bool counts = false) : counts_(counts) {}
  void number(std::uint64_t value) { append(&value, sizeof value); }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void list(const std::vector<T>& values) {
    number(values.size());
    append(values.data(), values.size() * sizeof(T));
  }
  std::string take() { return std::move(bytes_); }
  std::size_t size() const { return size_; }

 private:
  void append(const void* data, std::size_t size) {
    size_ += size;
    if (size > 0 && !counts_) bytes_.append(static_cast<const char*>(data), size);
  }
  bool counts_;
  std::size_t size_ = 0;
  std::string bytes_;
};

// After the end, everything is 0 or empty, and good() is false.
class SnapshotReader {
 public:
  explicit SnapshotReader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    copy(&value, sizeof value);
    return value;
  }
  // A number of things that have at least a byte each.
  std::uint64_t count() {
    const std::uint64_t value = number();
    good_ = good_ && value <= bytes_.size();
    return good_ ? value : 0;
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void list(std::vector<T>& values) {
    const std::uint64_t size = count();
    good_ = good_ && size <= bytes_.size() / sizeof(T);
    values.assign(good_ ? size : 0, T{});
    copy(values.data(), values.size() * sizeof(T));
  }
  bool good() const { return good_; }
  bool at_end() const { return good_ && bytes_.empty(); }

 private:
  void copy(void* data, std::size_t size) {
    good_ = good_ && size <= bytes_.size();
    if (!good_ || size == 0) return;
    std::memcpy(data, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  std::string_view bytes_;
  bool good_ = true;
};

}  // namespace sfumato::queries
