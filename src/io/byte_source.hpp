// All bytes of an input at once: a file mapped into memory, or a pipe or a gzip file read into it.
// Readers may then go over them more than once, which detection and exact error messages need.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sfumato::io {

class ByteSource {
 public:
  // "-" is standard input. A file that starts like gzip is unpacked, whatever its name. Errors (not
  // there, a folder, no permission, damaged gzip) name the path.
  explicit ByteSource(const std::string& path);
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
  std::string held_;        // what was read or unpacked
  void* mapped_ = nullptr;  // or what was mapped
  std::size_t mapped_size_ = 0;
};

}  // namespace sfumato::io
