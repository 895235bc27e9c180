// A file mapped into memory that may shrink while it is read: the lost pages then read as zeros, and
// whoever asks is told, where the operating system would end the program (SIGBUS).
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
  // Lets the memory of these bytes go; looked at again, they come back from the file.
  void forget(std::string_view part) const;
  // Whether some bytes that were asked for had left the file.
  bool shrunk() const;

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t slot_ = 0;
};

}  // namespace sfumato::io
