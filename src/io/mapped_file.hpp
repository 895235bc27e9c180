// A file mapped into memory that may shrink while it is read: the lost pages then read as zeros and this can
// be queried; otherwise the operating system would end the program (SIGBUS).
#pragma once

#include <cstddef>
#include <string_view>

namespace sfumato::io {

class MappedFile {
 public:
  MappedFile() = default;
  // Maps the first `size` bytes; empty where that is not possible, or too many files are mapped already.
  MappedFile(int descriptor, std::size_t size);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  bool mapped() const { return bytes_ != nullptr; }
  std::string_view bytes() const { return {bytes_, size_}; }
  // Releases the memory of these bytes; they are read from the file again when needed.
  void forget(std::string_view part) const;
  // Whether some bytes that were read were no longer in the file.
  bool shrunk() const;

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t slot_ = 0;
};

}  // namespace sfumato::io
