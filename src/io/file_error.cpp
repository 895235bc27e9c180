#include "io/file_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace sfumato::io {
namespace {

constexpr const char* disk_hint = "check the disk and the free space on it";

// 0, or the error of the call.
int synced(int descriptor) {
  int failed = 0;
  do failed = ::fsync(descriptor) == 0 ? 0 : errno;
  while (failed == EINTR);
  return failed == EINVAL || failed == EROFS ? 0 : failed;
}

// The kind of file; 0 if there is none.
mode_t kind_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & S_IFMT;
  if (file_error_code(errno) == ErrorCode::input_output) file_failed("read", path, errno, disk_hint);
  return 0;
}

}  // namespace

ErrorCode file_error_code(int error) {
  switch (error) {
    case EIO:
    case ENOSPC:
    case EDQUOT:
    case EINTR:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case ENOLCK:
    case ESTALE:
    case ETIMEDOUT:
    case ENODEV:
    case ENXIO:
      return ErrorCode::input_output;
    default:
      return ErrorCode::bad_input;
  }
}

void file_failed(const std::string& what, const std::string& path, int error, std::string hint) {
  throw Error(file_error_code(error), "cannot " + what + " '" + path + "': " + std::strerror(error),
              std::move(hint));
}

bool exists(const std::string& path) { return kind_of(path) != 0; }

bool is_regular_file(const std::string& path) { return kind_of(path) == S_IFREG; }

bool is_folder(const std::string& path) { return kind_of(path) == S_IFDIR; }

void sync_file(int descriptor, const std::string& path) {
  if (const int failed = synced(descriptor); failed != 0) file_failed("write", path, failed, disk_hint);
}

void sync_folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder that may be written but not read cannot be synced.
  if (descriptor < 0 && file_error_code(errno) != ErrorCode::input_output) return;
  if (descriptor < 0) file_failed("write", path, errno, disk_hint);
  const int failed = synced(descriptor);
  ::close(descriptor);
  if (failed != 0) file_failed("write", path, failed, disk_hint);
}

}  // namespace sfumato::io
