// The limit of a reading and the words of its error.
#include "io/memory_budget.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/byte_size.hpp"
#include "core/error.hpp"

namespace sfumato::io {
namespace {

// Measured: columns of short, different texts take up to 20 times the bytes of a plain file, and survey data
// compress to a tenth or a twentieth.
constexpr std::uint64_t least_limit = 512000000;
constexpr std::uint64_t times_plain = 32;
constexpr std::uint64_t times_compressed = 100;

std::uint64_t default_limit(std::uint64_t file_bytes, Packing packing) {
  const std::uint64_t most = machine_memory() / 4 * 3;
  const std::uint64_t times = packing == Packing::plain ? times_plain : times_compressed;
  if (file_bytes > most / times) return most;
  return std::min(most, std::max(least_limit, times * file_bytes));
}

}  // namespace

std::uint64_t machine_memory() {
  std::uint64_t bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (std::FILE* file = std::fopen("/sys/fs/cgroup/memory.max", "re")) {
    unsigned long long group = 0;
    if (std::fscanf(file, "%llu", &group) == 1 && group > 0) bytes = std::min<std::uint64_t>(bytes, group);
    std::fclose(file);
  }
  return bytes;
}

MemoryBudget::MemoryBudget(std::string source, std::uint64_t file_bytes, Packing packing, std::uint64_t given)
    : source_(std::move(source)),
      file_bytes_(file_bytes),
      given_(given > 0),
      limit_(given_ ? given : default_limit(file_bytes, packing)) {}

MemoryBudget MemoryBudget::of_pipe(std::string source, std::uint64_t given) {
  MemoryBudget budget(std::move(source), machine_memory(), Packing::plain, given);
  budget.file_bytes_ = 0;
  return budget;
}

void MemoryBudget::take(std::uint64_t bytes, const std::string& what) {
  require(bytes, what);
  used_ += bytes;
}

std::string MemoryBudget::limit_for() const {
  if (given_) return "that ‹memory› sets";
  return file_bytes_ == 0 ? "on this machine" : "for a file of " + byte_size_text(file_bytes_);
}

void MemoryBudget::require_known(std::uint64_t bytes, const std::string& what) const {
  if (bytes <= left()) return;
  bad_input(source_ + ": " + what + " takes about " + byte_size_text(used_ + bytes) +
                " of memory; the limit " + limit_for() + " is " + byte_size_text(limit_),
            "if the file is as you expect it, allow more with ‹memory› " +
                gigabytes_for(used_ + bytes + (used_ + bytes) / 4));
}

void MemoryBudget::exceeded(const std::string& what) const {
  bad_input(source_ + ": " + what + " takes more than " + byte_size_text(limit_) + " of memory, the limit " +
                limit_for(),
            "if the file is as you expect it, allow more with ‹memory›, for example ‹memory› " +
                gigabytes_for(4 * limit_));
}

}  // namespace sfumato::io
