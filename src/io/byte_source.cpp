// Inputs as bytes in memory, with POSIX calls. Files are mapped, because a copy would double the memory;
// waiting for a pipe can be interrupted.
#include "io/byte_source.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>

#include "core/error.hpp"
#include "io/file_error.hpp"
#include "io/gzip.hpp"

namespace sfumato::io {
namespace {

struct Descriptor {
  int number = -1;
  ~Descriptor() {
    if (number > STDERR_FILENO) ::close(number);
  }
};

std::string hint_for(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return "check the name of the file";
    case EACCES:
    case EPERM:
      return "ask for permission to read it, or copy it to a folder of your own";
    default:
      return "check that another program can read the file";
  }
}

[[noreturn]] void cannot_read(const std::string& name, int error) {
  throw Error(file_error_code(error), "cannot read " + name + ": " + std::strerror(error), hint_for(error));
}

// Waits until there is something to read, checking the stop token from time to time: a signal may come just
// before the wait, or to another thread.
void wait_for_bytes(int descriptor, const Run* run) {
  constexpr int milliseconds = 100;
  pollfd watched{.fd = descriptor, .events = POLLIN, .revents = 0};
  do {
    if (run != nullptr) run->check_stop();
  } while (::poll(&watched, 1, milliseconds) <= 0);
}

GrowingBytes read_all(int descriptor, const std::string& name, const Run* run, std::uint64_t memory) {
  constexpr std::size_t bytes_at_once = 1 << 20;
  MemoryBudget budget = MemoryBudget::of_pipe(name, memory);
  GrowingBytes text;
  while (true) {
    wait_for_bytes(descriptor, run);
    const std::span<char> block = text.room(bytes_at_once);
    const ssize_t count = ::read(descriptor, block.data(), block.size());
    if (count == 0) return text;
    if (count > 0) {
      budget.take(static_cast<std::uint64_t>(count), "its content");
      text.grow(static_cast<std::size_t>(count));
    } else if (errno != EINTR && errno != EAGAIN) {
      cannot_read(name, errno);
    }
  }
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

}  // namespace

ByteSource::ByteSource(const std::string& path, const Run* run, std::uint64_t memory)
    : name_(path == "-" ? "standard input" : "'" + path + "'"), memory_(memory) {
  Descriptor descriptor;
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  descriptor.number =
      path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor.number < 0) cannot_read(name_, errno);
  struct stat status {};
  if (::fstat(descriptor.number, &status) != 0) cannot_read(name_, errno);
  if (S_ISDIR(status.st_mode)) bad_input("cannot read " + name_ + ": it is a folder", "name a file in it");
  if (S_ISREG(status.st_mode) && status.st_size > 0 && path != "-") {
    mapped_ = std::make_unique<MappedFile>(descriptor.number, static_cast<std::size_t>(status.st_size));
    bytes_ = mapped_->bytes();
  }
  if (!mapped_ || !mapped_->mapped()) {
    held_ = read_all(descriptor.number, name_, run, memory_);
    held_.shrink();
    bytes_ = held_.view();
  }
  input_size_ = bytes_.size();
  if (is_gzip(bytes_)) unpack();
}

void ByteSource::unpack() {
  MemoryBudget whole(name_, input_size_, Packing::compressed, memory_);
  GrowingBytes text = gunzipped(bytes_, name_, whole);
  text.shrink();
  require_unchanged();
  mapped_.reset();
  held_ = std::move(text);
  bytes_ = held_.view();
  unpacked_ = true;
}

MemoryBudget ByteSource::budget(Packing packing) const {
  MemoryBudget result(name_, input_size_, unpacked_ ? Packing::compressed : packing, memory_);
  if (!mapped_ || !mapped_->mapped()) result.take(bytes_.size(), "its content");
  return result;
}

void ByteSource::require_unchanged() const {
  if (!mapped_ || !mapped_->shrunk()) return;
  bad_input(name_ + " became shorter while it was read", "wait until no program writes to it, and try again");
}

void require_cell_memory(const ByteSource& source) {
  constexpr std::uint64_t times = 8;
  source.budget().require_known(times * source.bytes().size(), "its table");
}

}  // namespace sfumato::io
