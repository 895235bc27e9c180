// Inputs as bytes in memory, with POSIX calls. A mapped file that shrinks while it is read ends the
// program (SIGBUS); copying it first would double the memory that every good file needs.
#include "io/byte_source.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "core/error.hpp"
#include "io/gzip.hpp"

namespace sfumato::io {
namespace {

struct Descriptor {
  int number = -1;
  ~Descriptor() {
    if (number > STDERR_FILENO) ::close(number);
  }
};

std::string read_all(int descriptor, const std::string& name) {
  std::string text;
  std::vector<char> block(1 << 20);
  while (true) {
    const ssize_t count = ::read(descriptor, block.data(), block.size());
    if (count == 0) return text;
    if (count < 0) {
      if (errno == EINTR) continue;
      bad_input("cannot read " + name + ": " + std::strerror(errno));
    }
    text.append(block.data(), static_cast<std::size_t>(count));
  }
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

}  // namespace

ByteSource::ByteSource(const std::string& path) {
  const std::string name = path == "-" ? "standard input" : "'" + path + "'";
  Descriptor descriptor;
  descriptor.number = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor.number < 0) {
    const int error = errno;
    bad_input("cannot read " + name + ": " + std::strerror(error),
              error == ENOENT ? "check the name of the file" : "");
  }
  struct stat status {};
  if (::fstat(descriptor.number, &status) != 0)
    bad_input("cannot read " + name + ": " + std::strerror(errno));
  if (S_ISDIR(status.st_mode)) bad_input("cannot read " + name + ": it is a folder", "name a file in it");
  if (S_ISREG(status.st_mode) && status.st_size > 0 && path != "-") {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0);
    if (mapped != MAP_FAILED) {
      mapped_ = mapped;
      mapped_size_ = size;
      bytes_ = {static_cast<const char*>(mapped), size};
    }
  }
  try {
    if (mapped_ == nullptr) {
      held_ = read_all(descriptor.number, name);
      bytes_ = held_;
    }
    if (is_gzip(bytes_)) {
      held_ = gunzipped(bytes_, name);
      bytes_ = held_;
    }
  } catch (...) {
    if (mapped_ != nullptr) ::munmap(mapped_, mapped_size_);
    throw;
  }
}

ByteSource::~ByteSource() {
  if (mapped_ != nullptr) ::munmap(mapped_, mapped_size_);
}

}  // namespace sfumato::io
