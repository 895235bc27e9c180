// A file that was renamed into place has another number than the one before: a name alone does not show
// whether the release has replaced it.
#include "release/written_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "core/error.hpp"
#include "io/file_error.hpp"

namespace sfumato::release {
namespace {

using Identity = std::pair<std::uint64_t, std::uint64_t>;

// Zeros: there is no file. Empty: the disk does not say.
std::optional<Identity> identity(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) return Identity{status.st_dev, status.st_ino};
  return errno == ENOENT || errno == ENOTDIR ? std::optional(Identity{}) : std::nullopt;
}

bool is_regular(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// A second name of the file, of the same kind as that of a file being written; empty if it cannot have one.
std::string linked(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  std::string second = path.substr(0, name) + "." + path.substr(name, 200) + ".XXXXXX";
  const int descriptor = ::mkstemp(second.data());  // finds a name that is not in use
  if (descriptor < 0) return {};
  ::close(descriptor);
  ::unlink(second.c_str());
  return ::link(path.c_str(), second.c_str()) == 0 ? second : std::string();
}

bool is_synced(const std::string& path) {
  try {
    io::sync_folder_of(path);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

WrittenFiles::WrittenFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    files_.push_back({path, identity(path).value_or(Identity{}), is_regular(path) ? linked(path) : ""});
  }
}

WrittenFiles::~WrittenFiles() {
  for (const File& file : files_)
    if (!file.second_name.empty()) ::unlink(file.second_name.c_str());
}

bool WrittenFiles::undo() {
  bool all = true;
  for (File& file : files_) {
    const std::optional<Identity> now = identity(file.path);
    if (now && *now == file.before) continue;
    // A file that cannot be put back is not removed: the new one is complete.
    const bool undone = file.second_name.empty() ? ::unlink(file.path.c_str()) == 0 || errno == ENOENT
                                                 : ::rename(file.second_name.c_str(), file.path.c_str()) == 0;
    if (undone) file.second_name.clear();
    all = undone && is_synced(file.path) && all;
  }
  return all;
}

}  // namespace sfumato::release
