// A file that was renamed into place has another number than the one before: a name alone does not show whether the
// release has replaced it.
#include "release/written_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "core/error.hpp"
#include "io/file_error.hpp"

namespace sfumato::release {
namespace {

using Number = std::pair<std::uint64_t, std::uint64_t>;

// Zeros: there is no file. Empty: the disk does not say.
std::optional<Number> identity(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) return Number{status.st_dev, status.st_ino};
  return errno == ENOENT || errno == ENOTDIR ? std::optional(Number{}) : std::nullopt;
}

bool is_removed(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return false;
  try {
    io::sync_folder_of(path);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

WrittenFiles::WrittenFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) before_.emplace_back(path, identity(path).value_or(Identity{}));
}

bool WrittenFiles::remove_new() const {
  bool all = true;
  for (const auto& [path, before] : before_) {
    const std::optional<Identity> now = identity(path);
    if (now && (*now == before || *now == Identity{})) continue;
    all = now && is_removed(path) && all;
  }
  return all;
}

}  // namespace sfumato::release
