// The files that a release replaces or makes: after a failure those of before are put back, and the caller
// learns whether that is certain. A charge may be given back only if no file of the release is left.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sfumato::release {

class WrittenFiles {
 public:
  // Called before anything is written: gives every existing file a second name, where the file system can.
  explicit WrittenFiles(const std::vector<std::string>& paths);
  WrittenFiles(const WrittenFiles&) = delete;
  WrittenFiles& operator=(const WrittenFiles&) = delete;
  ~WrittenFiles();  // removes the second names

  // Puts the files of before back and removes new ones. True if none of the release is left, also after a
  // loss of power.
  bool undo();

 private:
  struct File {
    std::string path;
    std::pair<std::uint64_t, std::uint64_t> before;  // device and number; zeros: there was none
    std::string second_name;                         // empty: none
  };
  std::vector<File> files_;
};

}  // namespace sfumato::release
