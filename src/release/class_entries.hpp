// The classes of records that come in blocks, as hashes with numbers of records: in memory, and on disk as
// soon as they are too many for it. Each block counts a class once, so that one of very many records takes
// little.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/run.hpp"

namespace sfumato::release {

using RecordHash = std::array<std::uint64_t, 2>;  // random bits

struct CountedHash {
  RecordHash hash{};
  std::uint64_t records = 0;
};

// The different hashes of a block, each with how many records have it.
class BlockClasses {
 public:
  // Only records that `counted` marks. Valid until the next call.
  const std::vector<CountedHash>& of(const std::vector<RecordHash>& hashes, const std::vector<char>& counted);

 private:
  std::vector<std::uint32_t> slots_;
  std::vector<CountedHash> found_;
};

class ClassEntries {
 public:
  // Of at most so many records; `in_memory` is how many entries may be there.
  ClassEntries(std::size_t records, std::size_t in_memory, std::string folder);
  ~ClassEntries();

  void add(const std::vector<CountedHash>& entries);
  bool on_disk() const { return parts_ != nullptr; }
  // How many classes have each number of records.
  std::map<std::size_t, std::size_t> sizes(const Run& run);

 private:
  class Parts;

  std::size_t records_, in_memory_;
  std::string folder_;
  std::vector<CountedHash> all_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sfumato::release
