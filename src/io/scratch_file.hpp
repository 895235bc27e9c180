// Bytes on disk for the time of a run: a file whose name is taken away as soon as it is open, which only its
// owner can read and which is gone with the process, however that ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sfumato::io {

class ScratchFile {
 public:
  // In this folder; "" is the current one. Errors name it.
  explicit ScratchFile(std::string folder);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  std::uint64_t size() const { return size_; }
  // Returns where the bytes begin.
  std::uint64_t append(std::string_view bytes);
  // From several threads at once, of bytes that were appended.
  void read(std::uint64_t at, void* target, std::size_t bytes) const;

 private:
  std::string folder_;
  std::string name_;  // empty once it is taken away
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

// The folder of temporary data for an output: its own, or that of the system for a pipe ("-").
std::string scratch_folder(const std::string& output);

}  // namespace sfumato::io
