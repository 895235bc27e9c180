#include "app/file_stream.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "io/utf8.hpp"

namespace sfumato::app {

FileStream::FileStream(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) {
  struct stat found {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &found) != 0 || !S_ISREG(found.st_mode)) {
    const int error = errno;
    if (descriptor_ >= 0) ::close(descriptor_);
    throw Error(ErrorCode::input_output, "cannot read '" + io::shown(path) + "': " + std::strerror(error));
  }
  size_ = static_cast<std::uint64_t>(found.st_size);
}

FileStream::~FileStream() { ::close(descriptor_); }

std::optional<std::string> FileStream::next() {
  std::string piece(std::min<std::uint64_t>(256 << 10, size_ - sent_), '\0');
  if (piece.empty()) return std::nullopt;
  const ssize_t count = ::read(descriptor_, piece.data(), piece.size());
  if (count <= 0) throw Error(ErrorCode::input_output, "a file became shorter while it was sent");
  piece.resize(static_cast<std::size_t>(count));
  sent_ += piece.size();
  return piece;
}

}  // namespace sfumato::app
