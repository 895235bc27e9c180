#include "io/scratch_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "core/error.hpp"
#include "io/file_error.hpp"

namespace sfumato::io {
namespace {

[[noreturn]] void scratch_failed(const std::string& what, const std::string& folder, int error) {
  const bool full = error == ENOSPC || error == EDQUOT;
  file_failed(
      what + " temporary data in", folder, error,
      std::string(full ? "free disk space, or choose another folder" : "choose another folder") +
          ": blocks of records are kept beside the output, and without one in the folder that the variable "
          "TMPDIR names");
}

}  // namespace

ScratchFile::ScratchFile(std::string folder) : folder_(folder.empty() ? "." : std::move(folder)) {
  name_ = folder_ + "/.sfumato.XXXXXX";
  descriptor_ = ::mkostemp(name_.data(), O_CLOEXEC);  // mode 0600
  if (descriptor_ < 0) scratch_failed("write", folder_, errno);
  if (::unlink(name_.c_str()) == 0) name_.clear();
}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (descriptor_ >= 0 && !name_.empty()) ::unlink(name_.c_str());
}

std::uint64_t ScratchFile::append(std::string_view bytes) {
  const std::uint64_t start = size_;
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (written < 0) {
      if (errno == EINTR) continue;
      scratch_failed("write", folder_, errno);
    }
    size_ += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return start;
}

void ScratchFile::read(std::uint64_t at, void* target, std::size_t bytes) const {
  char* next = static_cast<char*>(target);
  while (bytes > 0) {
    const ssize_t count = ::pread(descriptor_, next, bytes, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) scratch_failed("read", folder_, count == 0 ? EIO : errno);
    next += count;
    at += static_cast<std::uint64_t>(count);
    bytes -= static_cast<std::size_t>(count);
  }
}

std::string scratch_folder(const std::string& output) {
  namespace fs = std::filesystem;
  if (output == "-") return fs::temp_directory_path().string();
  const fs::path folder = fs::path(output).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace sfumato::io
