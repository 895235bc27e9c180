// A folder of its own for one test, removed with everything in it at the end.
#pragma once

#include <filesystem>
#include <string>

namespace sfumato::testing {

class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  // Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;
  // The same, with mode 0600, as keys need it.
  std::string write_private(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const { return std::filesystem::exists(file(name)); }
  // Names of everything in it, sorted, one per line.
  std::string listing() const;

 private:
  std::string path_;
};

}  // namespace sfumato::testing
