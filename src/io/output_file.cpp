// Files are written under a temporary name in the same folder and renamed when complete, with POSIX calls,
// because only these report when bytes are on disk and why they are not.
#include "io/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "core/error.hpp"
#include "io/database_address.hpp"
#include "io/file_error.hpp"
#include "io/output_place.hpp"

namespace sfumato::io {
namespace {

std::string hint_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free disk space, or choose another folder";
    case EFBIG:
      return "the file would be larger than is allowed here (ulimit -f)";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a folder that you may write to";
    case ENOENT:
    case ENOTDIR:
      return "check the name";
    case EIO:
      return "check the disk";
    case EPIPE:
      return "the program that should read it has ended";
    default:
      return "choose another folder";
  }
}

[[noreturn]] void cannot(const std::string& what, const std::string& path, int error, std::string hint = {}) {
  file_failed(what, path, error, hint.empty() ? hint_for(error) : std::move(hint));
}

// The permissions of a new file. The mask can only be read by setting it, here to the strictest.
mode_t new_file_mode() {
  const mode_t mask = ::umask(0077);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

OutputFile::OutputFile(std::string path, std::optional<unsigned> mode) : path_(std::move(path)), mode_(mode) {
  if (path_ == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  if (path_.empty()) bad_param("output", "the output has an empty name", "name a file with ‹output›");
  if (is_folder(path_)) bad_input("cannot write '" + path_ + "': it is a folder", "name a file in it");
  refuse_foreign_links(path_);
  if (is_written_directly(path_)) {
    descriptor_ = open_directly(path_);
    return;
  }
  const std::size_t name = path_.rfind('/') == std::string::npos ? 0 : path_.rfind('/') + 1;
  std::string pattern = path_.substr(0, name) + "." + path_.substr(name, 200) + ".XXXXXX";
  descriptor_ = ::mkostemp(pattern.data(), O_CLOEXEC);  // mode 0600
  if (descriptor_ < 0) {
    const int error = errno;
    cannot("write", path_, error,
           error == ENOENT ? "the folder '" + folder_of(path_) + "' must exist" : std::string());
  }
  temporary_ = std::move(pattern);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      cannot("write", path_ == "-" ? "standard output" : path_, errno);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::commit() {
  if (temporary_.empty()) return;
  sync_file(descriptor_, path_);
  const mode_t mode = mode_ ? *mode_ : new_file_mode();
  if (::fchmod(descriptor_, mode) != 0) cannot("set the permissions of", path_, errno);
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) cannot("write", path_, errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) cannot("write", path_, errno);
  temporary_.clear();
  sync_folder_of(path_);  // then the new name is durable
}

void write_text_file(const std::string& path, std::string_view text, std::optional<unsigned> mode) {
  OutputFile file(path, mode);
  file.write(text);
  file.commit();
}

std::string read_text_file(const std::string& path, std::size_t limit) {
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rbe"));
  if (!file) cannot("read", path, errno);
  struct stat status {};
  if (::fstat(::fileno(file.get()), &status) == 0 && S_ISDIR(status.st_mode)) {
    bad_input("cannot read '" + path + "': it is a folder", "name a file");
  }
  std::string text;
  std::vector<char> block(1 << 16);
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    if (text.size() + count > limit) {
      bad_input("'" + path + "' is larger than " + std::to_string(limit) +
                " bytes, too large for such a file");
    }
    text.append(block.data(), count);
  }
  if (std::ferror(file.get()) != 0) cannot("read", path, errno);
  return text;
}

void check_output_place(const std::string& path, const std::vector<std::string>& inputs) {
  if (path == "-") return;
  struct stat output {};
  if (::stat(path.c_str(), &output) == 0) {
    if (S_ISDIR(output.st_mode))
      bad_input("cannot write '" + path + "': it is a folder", "name a file in it");
    for (const std::string& input : inputs) {
      struct stat status {};
      if (input != "-" && ::stat(file_of_path(input).c_str(), &status) == 0 &&
          status.st_dev == output.st_dev && status.st_ino == output.st_ino) {
        bad_input("the output '" + path + "' is the same file as the input '" + input + "'",
                  "write to another file; an input is never overwritten");
      }
    }
    if (is_written_directly(path)) return;
  }
  const std::string folder = folder_of(path);
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) {
    if (file_error_code(errno) == ErrorCode::input_output) cannot("write", path, errno);
    bad_input("cannot write '" + path + "': the folder '" + folder + "' does not exist", "create it first");
  }
  if (!S_ISDIR(status.st_mode))
    bad_input("cannot write '" + path + "': '" + folder + "' is not a folder", "name an existing folder");
  refuse_foreign_links(path);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    cannot("write", path, errno, "choose a folder that you may write to");
  }
}

}  // namespace sfumato::io
