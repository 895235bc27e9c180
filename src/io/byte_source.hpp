// All bytes of an input at once: a file mapped into memory, or a pipe or a gzip file read into it.
// Readers may then go over them more than once, which detection and exact error messages need.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/run.hpp"
#include "io/mapped_file.hpp"

namespace sfumato::io {

class ByteSource {
 public:
  // "-" is standard input. A file that starts like gzip is unpacked, whatever its name. Errors (missing, a
  // folder, no permission, damaged gzip) name the path. Waiting for a pipe ends when the run is asked to
  // stop.
  ByteSource(const std::string& path, const Run& run) : ByteSource(path, &run) {}
  // Without a run (a child process must not create one), for files other than pipes.
  explicit ByteSource(const std::string& path) : ByteSource(path, nullptr) {}

  std::string_view bytes() const { return bytes_; }
  // Releases the memory of these bytes where they can be read from the file again.
  void forget(std::string_view part) const {
    if (mapped_) mapped_->forget(part);
  }
  // Ends with an error where the file shrank while its bytes were read; missing bytes were read as zeros.
  // Call it after the last access, also where that one ended with another error.
  void require_unchanged() const;

 private:
  ByteSource(const std::string& path, const Run* run);

  std::string path_;
  std::string_view bytes_;
  std::string held_;                    // what was read or unpacked
  std::unique_ptr<MappedFile> mapped_;  // or what was mapped
};

}  // namespace sfumato::io
