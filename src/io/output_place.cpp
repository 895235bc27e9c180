// POSIX calls: std::filesystem has no owners, and cannot open a file without following links.
#include "io/output_place.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "io/file_error.hpp"

namespace sfumato::io {
namespace {

namespace fs = std::filesystem;

// Links there are the operating system's: /dev/stdout, /dev/fd/3, /proc/self/fd/1.
bool is_in_system_folder(const std::string& path) {
  std::error_code error;
  const std::string folder = fs::canonical(folder_of(path), error).string();
  return !error && (folder == "/dev" || folder.starts_with("/proc/"));
}

// Could another user have created this entry of a folder that is open to all?
bool is_foreign(const std::string& path, const struct stat& entry) {
  struct stat around {};
  if (::stat(folder_of(path).c_str(), &around) != 0 || (around.st_mode & S_IWOTH) == 0) return false;
  return entry.st_uid != ::geteuid() && entry.st_uid != around.st_uid;
}

// The folders on the way to `folder`, itself among them, that do not exist yet.
std::vector<std::string> missing_folders(const std::string& folder) {
  std::vector<std::string> missing;
  std::error_code ignored;
  fs::path path = fs::path(folder + "/").parent_path();
  for (; !path.empty() && path != path.root_path() && !fs::exists(path, ignored); path = path.parent_path()) {
    missing.push_back(path.string());
  }
  return missing;
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

bool is_written_directly(const std::string& path) {
  struct stat entry {
  }, target{};
  if (::lstat(path.c_str(), &entry) != 0) return false;
  if (S_ISLNK(entry.st_mode)) return is_in_system_folder(path) && ::stat(path.c_str(), &target) == 0;
  return !S_ISREG(entry.st_mode) && !S_ISDIR(entry.st_mode);
}

int open_directly(const std::string& path) {
  struct stat entry {};
  if (::lstat(path.c_str(), &entry) == 0 && S_ISFIFO(entry.st_mode) && is_foreign(path, entry)) {
    bad_input("cannot write '" + path +
                  "': it is a pipe of another user in a folder that all users may "
                  "write to",
              "choose a folder of your own");
  }
  const int links = is_in_system_folder(path) ? 0 : O_NOFOLLOW;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | links);
  if (descriptor < 0) {
    bad_input("cannot write '" + path + "': " + std::strerror(errno), "choose another output");
  }
  return descriptor;
}

int open_for_appending(const std::string& path) {
  if (is_written_directly(path)) return open_directly(path);
  refuse_foreign_links(path);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor >= 0) return descriptor;
  if (errno == ELOOP) {
    bad_input("cannot write '" + path + "': it is a symbolic link", "name the file itself");
  }
  bad_input("cannot write '" + path + "': " + std::strerror(errno), "choose a folder that you may write to");
}

void refuse_foreign_links(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const std::string folder = path.substr(0, slash);
    struct stat entry {};
    if (::lstat(folder.c_str(), &entry) != 0 || !S_ISLNK(entry.st_mode) || !is_foreign(folder, entry)) {
      continue;
    }
    bad_input("cannot write '" + path + "': '" + folder +
                  "' is a link of another user in a folder that all users may write to",
              "choose a folder of your own");
  }
}

void make_folder(const std::string& folder) {
  refuse_foreign_links(folder + "/");
  std::error_code failure, ignored;
  const std::vector<std::string> missing = missing_folders(folder);
  fs::create_directories(folder, failure);
  if (fs::is_directory(folder, ignored)) {
    for (const std::string& made : missing) sync_folder_of(made);  // then their names are durable
    return;
  }
  throw Error(ErrorCode::input_output,
              "cannot make the folder '" + folder +
                  "': " + (failure ? failure.message() : std::string("it is not a folder")),
              "choose another one");
}

}  // namespace sfumato::io
