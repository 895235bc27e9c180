// Two bytes of a file with open file description locks: they work between threads and between processes, and
// the operating system releases them when a process ends.
#include "queries/ledger/writer_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "core/error.hpp"

namespace sfumato::queries {

namespace {

using Clock = std::chrono::steady_clock;
constexpr off_t next_byte = 0;
constexpr off_t writer_byte = 1;

bool set_lock(int file, off_t byte, short kind) {
  struct flock lock {};
  lock.l_type = kind;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  int done = 0;
  do done = fcntl(file, F_OFD_SETLK, &lock);
  while (done != 0 && errno == EINTR);
  return done == 0;
}

void release(int file, off_t byte) { set_lock(file, byte, F_UNLCK); }

// Waits 50 µs, then 1.5 times as long each time, up to 2 ms.
void acquire(int file, off_t byte, Clock::time_point deadline, const std::string& path) {
  std::chrono::microseconds pause(50);
  while (!set_lock(file, byte, F_WRLCK)) {
    if (errno != EAGAIN && errno != EACCES)
      throw Error(ErrorCode::input_output, "cannot lock " + path + ": " + std::strerror(errno));
    if (Clock::now() > deadline)
      throw Error(ErrorCode::input_output,
                  "the ledger is busy: another process has held " + path + " for a minute",
                  "check which process has it open; nothing was charged");
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 3 / 2, std::chrono::microseconds(2000));
  }
}

}  // namespace

WriterLock::WriterLock(const std::string& path) : path_(path) {
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file_ < 0)
    throw Error(ErrorCode::input_output, "cannot open " + path + ": " + std::strerror(errno),
                "the ledger's folder must be writable");
}

WriterLock::~WriterLock() { close(file_); }

void WriterLock::lock() {
  const auto deadline = Clock::now() + std::chrono::minutes(1);
  acquire(file_, next_byte, deadline, path_);
  try {
    acquire(file_, writer_byte, deadline, path_);
  } catch (...) {
    release(file_, next_byte);
    throw;
  }
  release(file_, next_byte);
}

void WriterLock::unlock() noexcept { release(file_, writer_byte); }

}  // namespace sfumato::queries
