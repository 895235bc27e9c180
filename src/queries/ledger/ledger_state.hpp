// An open ledger: its file, the state computed from its rows, and the threads that wait for a commit.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "queries/ledger.hpp"
#include "queries/ledger/known_heads.hpp"
#include "queries/ledger/log_row.hpp"
#include "queries/ledger/log_state.hpp"
#include "queries/ledger/writer_lock.hpp"

namespace sfumato::queries {

// A file that was checked to be a ledger; otherwise an error.
class LedgerFile {
 public:
  explicit LedgerFile(const std::string& path);
  SqliteFile file;
  LogRows rows;
};

// Work that adds rows to the log. If the commit fails, it is undone: use its results only after the commit
// has returned.
struct LedgerTask {
  std::function<void()> work;
  std::exception_ptr error;
  bool done = false;
};

struct Ledger::State {
  explicit State(const std::string& path);
  ~State();

  // Runs the task in a transaction with all other waiting tasks, and returns when all rows are on disk.
  void commit(LedgerTask& task);
  // Commits one row that decides nothing; `fill` sets its members.
  void append(RowKind kind, const std::function<void(LogRow&)>& fill);
  // Reads rows that other processes have written, then runs `work`.
  void read(const std::function<void()>& work);
  // For a task: adds the row to file and state.
  void add(LogRow row);
  void require_same_process() const;
  // The log must contain this head, from its first row on.
  void require(const LedgerHead& kept);

  LedgerFile ledger;
  LogState log;
  std::atomic<bool> altered = false;   // the file was found changed
  std::optional<std::int64_t> pinned;  // the version of the data that questions are answered from

 private:
  void commit_all(const std::vector<LedgerTask*>& tasks);
  void transaction(const std::vector<LedgerTask*>& tasks);
  void require_in_place();
  void catch_up();
  std::optional<std::string> read_rows(std::int64_t& position);
  [[noreturn]] void refuse_altered(const std::string& finding);

  WriterLock writer_lock_;
  pid_t process_;
  bool disk_failed_ = false;
  std::mutex file_mutex_;  // file and log
  SqliteStatement begin_, commit_, version_;
  KnownHeads heads_;
  std::int64_t seen_version_ = 0;  // of the file's content; other connections change it

  std::mutex queue_mutex_;
  std::condition_variable queue_changed_;
  std::condition_variable arrived_;
  std::vector<LedgerTask*> waiting_;
  bool committing_ = false;            // a thread commits
  std::size_t expected_ = 1;           // tasks at the last commit
  std::chrono::microseconds wait_{0};  // a quarter of its duration
};

// Throws the error for a failure of SQLite with the file at `path`.
[[noreturn]] void throw_failure(const SqliteFailure& failure, const std::string& path);

}  // namespace sfumato::queries
