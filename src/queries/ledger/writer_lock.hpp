// A fair lock between writing processes, without starvation. It is needed in addition to SQLite's own lock
// for two reasons. SQLite retries at random, so that a busy process can starve the others. And before 3.51.2,
// a commit that restarts the write-ahead log while another connection runs a checkpoint can be lost (SQLite's
// documentation, "The WAL-reset bug"): with this lock no commit runs during a checkpoint.
#pragma once

#include <string>

namespace sfumato::queries {

class WriterLock {
 public:
  explicit WriterLock(const std::string& path);  // of a file, created if it does not exist
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;
  ~WriterLock();

  // Two locks: one for the next writer, one for the current writer. The next writer blocks all others until
  // it writes, so a process that has just written must wait like the others. An error after a minute.
  void lock();
  void unlock() noexcept;

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace sfumato::queries
