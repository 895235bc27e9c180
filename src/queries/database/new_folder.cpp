// POSIX calls: only these guarantee that bytes are on disk, and rename without replacing an existing file.
#include "queries/database/new_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "io/file_error.hpp"

namespace sfumato::queries {
namespace {

[[noreturn]] void cannot(const std::string& what, const std::string& path, int error) {
  io::file_failed(
      what, path, error,
      error == ENOENT ? "create its parent folder first" : "choose a writable folder with free space");
}

[[noreturn]] void refuse_existing(const std::string& path) {
  bad_input("'" + path + "' already exists",
            "choose another name, or remove it; a database is never replaced");
}

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags) : number_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {
    if (number_ < 0) cannot("open", path, errno);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  int number() const { return number_; }

 private:
  int number_;
};

void sync(const std::string& path, mode_t mode) {
  const Descriptor file(path, O_RDONLY | O_NOFOLLOW);
  if (::fchmod(file.number(), mode) != 0) cannot("set the permissions of", path, errno);
  io::sync_file(file.number(), path);
}

// A rename that fails if the new name exists. Plain rename() would replace an empty folder.
int rename_new(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;  // these: not supported by the file system
  struct stat status {};
  if (::lstat(to.c_str(), &status) == 0) {
    errno = EEXIST;
    return -1;
  }
  return ::rename(from.c_str(), to.c_str());
}

}  // namespace

NewFolder::NewFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  if (path_.empty()) bad_input("the database has an empty name", "give the folder to create");
  struct stat status {};
  if (::lstat(path_.c_str(), &status) == 0) refuse_existing(path_);
  const std::size_t slash = path_.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  std::string pattern = path_.substr(0, name) + "." + path_.substr(name, 200) + ".XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) cannot("create", path_, errno);  // mode 0700
  temporary_ = std::move(pattern);
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!temporary_.empty()) std::filesystem::remove_all(temporary_, ignored);
}

void NewFolder::add_folder(const std::string& name) {
  if (::mkdir(place(name).c_str(), 0700) != 0) cannot("create", path_ + "/" + name, errno);
}

void NewFolder::add_file(const std::string& name, std::string_view text) {
  const Descriptor file(place(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot("write", path_ + "/" + name, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void NewFolder::commit() {
  namespace fs = std::filesystem;
  std::error_code failure;
  fs::recursive_directory_iterator entry(temporary_, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    sync(entry->path().string(), entry->is_directory(failure) ? 0700 : 0600);
  }
  if (failure) cannot("read", temporary_, failure.value());
  sync(temporary_, 0700);
  if (rename_new(temporary_, path_) != 0) {
    if (errno == EEXIST) refuse_existing(path_);
    cannot("create", path_, errno);
  }
  temporary_.clear();
  io::sync_folder_of(path_);  // then the new name is durable
}

}  // namespace sfumato::queries
