// Whose turn it is to write: a lock between processes that no waiting one is kept out of for ever. It is
// needed beside SQLite's own for two reasons. SQLite's waiting is by chance, so that a busy process can
// starve the others. And until 3.51.2, a commit that begins the write-ahead log anew while another connection
// copies the log into the file can be lost (SQLite's documentation, "The WAL-reset bug"): here nobody commits
// during a copy.
#pragma once

#include <string>

namespace sfumato::queries {

class Turn {
 public:
  explicit Turn(const std::string& path);  // of a file that is made where it is not there
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn();

  // Two locks: who waits next, and who writes. The next one lets nobody past until it writes, so whoever has
  // just written queues like the others. An error after a minute.
  void take();
  void give() noexcept;

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace sfumato::queries
