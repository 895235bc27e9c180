// How much memory reading one file may take. A small compressed or damaged file can stand for any amount, so
// readers count what they reserve and stop with an error at the limit.
#pragma once

#include <cstdint>
#include <string>

namespace sfumato::io {

// What the bytes of a file may stand for: plain text, or compressed data, which may be far more.
enum class Packing { plain, compressed };

class MemoryBudget {
 public:
  // The limit is `given` bytes. Where that is 0 it is 512 MB, or 32 times the size of a plain file and 100
  // times that of a compressed one where this is more; but at most three quarters of the machine's memory.
  // Errors name `source`.
  MemoryBudget(std::string source, std::uint64_t file_bytes, Packing packing, std::uint64_t given);
  // For a pipe, whose size is not known: as for a file that is as large as the machine's memory.
  static MemoryBudget of_pipe(std::string source, std::uint64_t given);

  std::uint64_t limit() const { return limit_; }
  std::uint64_t used() const { return used_; }
  std::uint64_t left() const { return limit_ - used_; }

  // Counts bytes that stay reserved until the end of the reading. Where they exceed the limit: an error that
  // says what they are for, such as "its unpacked text".
  void take(std::uint64_t bytes, const std::string& what);
  // The same check for bytes that are not counted.
  void require(std::uint64_t bytes, const std::string& what) const {
    if (bytes > left()) exceeded(what);
  }
  // The same for an amount that is known in advance, which the error names: `what` then "takes about 7 GB".
  void require_known(std::uint64_t bytes, const std::string& what) const;

  // `what` needs more than is left.
  [[noreturn]] void exceeded(const std::string& what) const;

 private:
  std::string limit_for() const;

  std::string source_;
  std::uint64_t file_bytes_ = 0;  // 0: not known
  bool given_ = false;
  std::uint64_t limit_ = 0;
  std::uint64_t used_ = 0;
};

// Bytes of memory of this machine, or of its control group where that has less.
std::uint64_t machine_memory();

}  // namespace sfumato::io
