// Group commit: one writer commits for all waiting threads. A charge is granted only after COMMIT has
// returned, and COMMIT returns (write-ahead log, synchronous=FULL) only when the log with the row is on disk:
// a crash before this leaves no row and no answer, a crash after it leaves the row. The write-ahead log was
// chosen by measurement: it allows three to four times as many commits per second as a rollback journal,
// which needs three syncs instead of one.
#include "queries/ledger/ledger_state.hpp"

#include <unistd.h>

#include <algorithm>

#include "core/error.hpp"

namespace sfumato::queries {

namespace {

constexpr int pages_before_checkpoint = 1000;
constexpr std::chrono::microseconds longest_wait(2000);

[[noreturn]] void refuse_other_file(const std::string& path) {
  bad_input(path + " is not a ledger of sfumato", "create a database with `sfumato query init`");
}

SqliteFile& checked_ledger(SqliteFile& file) {
  if (file.number("PRAGMA application_id") != ledger_application) refuse_other_file(file.path());
  if (const std::int64_t format = file.number("PRAGMA user_version"); format != ledger_format) {
    bad_input(file.path() + " has ledger format " + std::to_string(format) + "; this version supports " +
                  std::to_string(ledger_format),
              "use the version of sfumato that created it");
  }
  if (file.number("SELECT count(*) FROM sqlite_schema") != 1 ||
      file.text("SELECT sql FROM sqlite_schema") != log_table) {
    bad_input(file.path() + " has tables that a ledger does not have: it was changed",
              "restore the ledger from a backup");
  }
  if (file.text("PRAGMA journal_mode") != "wal") {
    bad_input(file.path() + " does not use a write-ahead log: it was changed",
              "restore the ledger from a backup");
  }
  return file;
}

}  // namespace

void throw_failure(const SqliteFailure& failure, const std::string& path) {
  if (failure.damaged())
    bad_input(path + " is not a ledger, or is damaged: " + failure.message,
              "restore the ledger from a backup");
  throw Error(ErrorCode::input_output, "the ledger " + path + " failed: " + failure.message,
              failure.full() ? "free space on the disk"
                             : "check that the file and its folder exist and are writable");
}

LedgerFile::LedgerFile(const std::string& path) : file(path), rows(checked_ledger(file)) {}

Ledger::State::State(const std::string& path)
    : ledger(path),
      writer_lock_(path + "-lock"),
      process_(getpid()),
      begin_(ledger.file, "BEGIN IMMEDIATE"),
      commit_(ledger.file, "COMMIT"),
      version_(ledger.file, "PRAGMA data_version") {}

Ledger::State::~State() {
  if (getpid() != process_) ledger.file.abandon();  // closing would release locks of the other process
}

void Ledger::State::require_same_process() const {
  if (getpid() != process_)
    throw Error(ErrorCode::internal, "a ledger was opened before fork() and used after it");
}

void Ledger::State::refuse_altered(const std::string& finding) {
  altered = true;
  bad_input("the ledger " + ledger.file.path() + " " + finding,
            "no question is answered until it is restored from a backup");
}

void Ledger::State::require_in_place() {
  if (ledger.file.in_place()) return;
  altered = true;
  throw Error(ErrorCode::input_output, "the ledger " + ledger.file.path() + " was moved or replaced",
              "restore it to its path; nothing was charged");
}

// What is wrong with the row at `position`, or empty. The last known row is read again, to check that it has
// not changed.
std::optional<std::string> Ledger::State::read_rows(std::int64_t& position) {
  const std::int64_t known = log.rows();
  position = known == 0 ? 0 : known - 1;
  ledger.rows.from(position);
  std::optional<LogRow> row;
  std::optional<std::string> wrong;
  bool seen = known == 0;
  while (!wrong && ledger.rows.next(row)) {
    if (!row) {
      wrong = "it has values that a ledger does not have";
    } else if (!seen) {
      wrong = row->position == known - 1 && row->chain == log.chain()
                  ? std::nullopt
                  : std::optional<std::string>("it was changed");
    } else {
      wrong = log.append(*row, LogState::Check::chain);
      if (!wrong) heads_.pass(log.rows(), log.chain());
    }
    seen = true;
    if (!wrong) ++position;
  }
  ledger.rows.done();
  if (!wrong && (!seen || log.rows() == 0)) wrong = "it is missing";
  return wrong;
}

void Ledger::State::catch_up() {
  version_.reset();
  const std::int64_t version = version_.step() ? version_.number(0) : 0;
  version_.reset();
  const std::int64_t before = log.rows();
  std::int64_t position = 0;
  std::optional<std::string> wrong = read_rows(position);
  // Another connection changed the file but added no row: all rows are read again.
  if (!wrong && before > 0 && before == log.rows() && version != seen_version_) {
    log = LogState();
    wrong = read_rows(position);
  }
  if (wrong) refuse_altered("is not intact: row " + std::to_string(position) + ": " + *wrong);
  if (const std::string finding = heads_.finding(log.rows()); !finding.empty()) refuse_altered(finding);
  seen_version_ = version;
  heads_.see(log.rows(), log.chain());
}

void Ledger::State::require(const LedgerHead& kept) {
  const std::lock_guard guard(file_mutex_);
  heads_.require(kept);
  log = LogState();
}

void Ledger::State::add(LogRow row) {
  row.chain = chain_digest(log.chain(), row);
  ledger.rows.insert(row);
  if (const auto wrong = log.append(row, LogState::Check::chain))
    throw Error(ErrorCode::internal, "a row of the ledger was made wrong: " + *wrong);
}

void Ledger::State::transaction(const std::vector<LedgerTask*>& tasks) {
  require_in_place();
  begin_.reset();
  begin_.step();
  begin_.reset();
  catch_up();
  const std::int64_t before = log.rows();
  for (LedgerTask* task : tasks) task->work();
  if (log.rows() == before) {
    ledger.file.roll_back();
    return;
  }
  commit_.reset();
  commit_.step();
  commit_.reset();
  heads_.see(log.rows(), log.chain());
}

void Ledger::State::commit_all(const std::vector<LedgerTask*>& tasks) {
  const std::lock_guard guard(file_mutex_);
  std::exception_ptr error;
  bool taken = false;
  try {
    if (disk_failed_) {
      throw Error(ErrorCode::input_output, "the disk of the ledger " + ledger.file.path() + " failed earlier",
                  "check the disk, then open the ledger again");
    }
    writer_lock_.lock();
    taken = true;
    transaction(tasks);
    if (ledger.file.log_pages() >= pages_before_checkpoint) disk_failed_ = !ledger.file.checkpoint();
  } catch (const SqliteFailure& failure) {
    // After a failed sync the state of the disk is unknown, and the next sync may report success for lost
    // pages.
    disk_failed_ = disk_failed_ || failure.disk();
    altered = altered || failure.damaged();
    try {
      throw_failure(failure, ledger.file.path());
    } catch (...) {
      error = std::current_exception();
    }
  } catch (...) {
    error = std::current_exception();
  }
  if (error) {
    begin_.reset();
    commit_.reset();
    ledger.rows.done();
    ledger.file.roll_back();
    log = LogState();  // it may have rows that are not on disk
    for (LedgerTask* task : tasks) task->error = error;
  }
  if (taken) writer_lock_.unlock();
}

void Ledger::State::commit(LedgerTask& task) {
  require_same_process();
  std::unique_lock lock(queue_mutex_);
  waiting_.push_back(&task);
  arrived_.notify_one();
  queue_changed_.wait(lock, [&] { return task.done || !committing_; });
  if (!task.done) {
    committing_ = true;
    // Users who just got an answer may ask again immediately: a short wait lets them share the commit.
    arrived_.wait_for(lock, wait_, [&] { return waiting_.size() >= expected_; });
    std::vector<LedgerTask*> tasks;
    tasks.swap(waiting_);
    lock.unlock();
    const auto start = std::chrono::steady_clock::now();
    commit_all(tasks);
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    lock.lock();
    wait_ = std::min(took / 4, longest_wait);
    expected_ = tasks.size() + waiting_.size();
    for (LedgerTask* one : tasks) one->done = true;
    committing_ = false;
    queue_changed_.notify_all();
  }
  lock.unlock();
  if (task.error) std::rethrow_exception(task.error);
}

void Ledger::State::append(RowKind kind, const std::function<void(LogRow&)>& fill) {
  LedgerTask task{[&] {
                    LogRow row = log.next_row(kind);
                    fill(row);
                    add(std::move(row));
                  },
                  {}};
  commit(task);
}

void Ledger::State::read(const std::function<void()>& work) {
  require_same_process();
  const std::lock_guard guard(file_mutex_);
  try {
    require_in_place();
    ledger.file.run("BEGIN");
    catch_up();
    work();
    ledger.file.roll_back();
  } catch (const SqliteFailure& failure) {
    altered = altered || failure.damaged();
    ledger.rows.done();
    ledger.file.roll_back();
    log = LogState();
    throw_failure(failure, ledger.file.path());
  } catch (...) {
    ledger.rows.done();
    ledger.file.roll_back();
    log = LogState();
    throw;
  }
}

}  // namespace sfumato::queries
