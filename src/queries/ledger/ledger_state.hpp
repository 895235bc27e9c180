// An open ledger: its file, what its rows come to, and the threads that wait for a commit.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "queries/ledger.hpp"
#include "queries/ledger/log_row.hpp"
#include "queries/ledger/log_state.hpp"
#include "queries/ledger/turn.hpp"

namespace sfumato::queries {

// A file that is known to be a ledger; an error where it is not.
class LedgerFile {
 public:
  explicit LedgerFile(const std::string& path);
  SqliteFile file;
  LogRows rows;
};

// Something that adds rows to the log. It may be undone after it ran, when the commit fails: its results are
// looked at only when the commit has returned.
struct LedgerTask {
  std::function<void()> work;
  std::exception_ptr error;
  bool done = false;
};

struct Ledger::State {
  explicit State(const std::string& path);
  ~State();

  // Runs the task in a transaction with whatever other tasks wait, and returns when all is on disk.
  void commit(LedgerTask& task);
  // Reads rows that others have written, then runs.
  void look(const std::function<void()>& work);
  // For a task: adds the row to file and state.
  void add(LogRow row);
  void need_own_process() const;

  LedgerFile ledger;
  LogState log;

 private:
  void commit_all(const std::vector<LedgerTask*>& tasks);
  void transaction(const std::vector<LedgerTask*>& tasks);
  void catch_up();

  Turn turn_;
  pid_t process_;
  bool disk_failed_ = false;
  std::mutex file_mutex_;  // file and log
  SqliteStatement begin_, commit_;

  std::mutex queue_mutex_;
  std::condition_variable queue_changed_;
  std::condition_variable arrived_;
  std::vector<LedgerTask*> waiting_;
  bool leading_ = false;                   // somebody commits
  std::size_t expected_ = 1;               // how many were there at the last commit
  std::chrono::microseconds patience_{0};  // a quarter of the time that it took
};

// The error for what SQLite could not do with the file at `path`.
[[noreturn]] void throw_failure(const SqliteFailure& failure, const std::string& path);

}  // namespace sfumato::queries
