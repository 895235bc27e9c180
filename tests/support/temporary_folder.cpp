#include "support/temporary_folder.hpp"

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace sfumato::testing {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "sfumato-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(file(name), std::ios::binary) << text;
  return file(name);
}

std::string TemporaryFolder::write_private(const std::string& name, const std::string& text) const {
  using std::filesystem::perms;
  std::string path = write(name, text);
  std::filesystem::permissions(path, perms::owner_read | perms::owner_write);
  return path;
}

std::string TemporaryFolder::read(const std::string& name) const {
  std::ifstream stream(file(name), std::ios::binary);
  if (!stream) throw std::runtime_error("no file " + name);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string TemporaryFolder::listing() const {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
    names.insert(std::filesystem::relative(entry.path(), path_).string());
  }
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  return text;
}

}  // namespace sfumato::testing
