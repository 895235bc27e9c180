// All bytes of an input at once: a file mapped into memory, or a pipe or a gzip file read into it.
// Readers may then go over them more than once, which detection and exact error messages need.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/run.hpp"
#include "io/growing_bytes.hpp"
#include "io/mapped_file.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {

class ByteSource {
 public:
  // "-" is standard input. A file that starts like gzip is unpacked, whatever its name. Errors (missing, a
  // folder, no permission, damaged gzip) name the path. Waiting for a pipe ends when the run is asked to
  // stop. What is read from a pipe or unpacked is limited by the memory of the run.
  ByteSource(const std::string& path, const Run& run) : ByteSource(path, &run, run.memory()) {}
  // Without a run (a child process must not create one), for files other than pipes; `memory` as that of a
  // run.
  explicit ByteSource(const std::string& path, std::uint64_t memory = 0)
      : ByteSource(path, nullptr, memory) {}

  std::string_view bytes() const { return bytes_; }
  // What a table of this input may take in memory, beside what its bytes take. `packing` is what a format
  // makes of them; gzip counts as compressed in any case.
  MemoryBudget budget(Packing packing = Packing::plain) const;
  // Releases the memory of these bytes where they can be read from the file again.
  void forget(std::string_view part) const {
    if (mapped_) mapped_->forget(part);
  }
  // Ends with an error where the file shrank while its bytes were read; missing bytes were read as zeros.
  // Call it after the last access, also where that one ended with another error.
  void require_unchanged() const;

 private:
  ByteSource(const std::string& path, const Run* run, std::uint64_t memory);
  void unpack();

  std::string name_;      // as errors write it
  std::uint64_t memory_;  // 0: in proportion to the input
  std::uint64_t input_size_ = 0;
  bool unpacked_ = false;
  std::string_view bytes_;
  GrowingBytes held_;                   // what was read or unpacked
  std::unique_ptr<MappedFile> mapped_;  // or what was mapped
};

// Ends with an error where the cells of a table with these bytes could take more than its budget: eight times
// the bytes. Only unpacked bytes can.
void require_cell_memory(const ByteSource& source);

}  // namespace sfumato::io
