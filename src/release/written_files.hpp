// The files of a release that fails: those that it has already replaced or made are removed again, and the caller
// learns whether that is certain. A charge may be given back only if no file of the release is left.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sfumato::release {

class WrittenFiles {
 public:
  // Called before anything is written.
  explicit WrittenFiles(const std::vector<std::string>& paths);
  // Removes files that are not those of before. True if none is left, also after a loss of power.
  bool remove_new() const;

 private:
  using Identity = std::pair<std::uint64_t, std::uint64_t>;  // device and number
  std::vector<std::pair<std::string, Identity>> before_;
};

}  // namespace sfumato::release
