// Reads and writes rows, each decision inside one transaction: two decisions never run at the same time.
#include "queries/restriction/decision_log.hpp"

#include <unistd.h>

#include <limits>

#include "core/error.hpp"
#include "core/secure_rng.hpp"
#include "queries/ledger/log_state.hpp"
#include "queries/ledger/new_log.hpp"
#include "stats/fields/prime_field.hpp"

namespace sfumato::queries {
namespace {

constexpr int pages_before_checkpoint = 1000;

[[noreturn]] void throw_log_failure(const SqliteFailure& failure, const std::string& path) {
  if (failure.damaged())
    bad_input(path + " is not a log of decisions, or is damaged: " + failure.message,
              "restore it from a backup");
  throw Error(ErrorCode::input_output, "the log of decisions " + path + " failed: " + failure.message,
              failure.full() ? "free space on the disk"
                             : "check that the file and its folder exist and are writable");
}

SqliteFile& checked_log(SqliteFile& file) {
  if (file.number("PRAGMA application_id") != restriction_application)
    bad_input(file.path() + " is not a log of decisions of sfumato",
              "create a database with `sfumato query init`");
  if (file.number("PRAGMA user_version") != restriction_format) {
    bad_input(file.path() + " has a format that this version does not support",
              "use the version of sfumato that created it");
  }
  if (file.number("SELECT count(*) FROM sqlite_schema") != 1 ||
      file.text("SELECT sql FROM sqlite_schema") != log_table || file.text("PRAGMA journal_mode") != "wal")
    bad_input(file.path() + " was changed after it was created", "restore it from a backup");
  return file;
}

}  // namespace

void DecisionLog::create(const std::string& path, const RestrictionTerms& terms,
                         const std::string& recorded) {
  LogRow row = LogState().next_row(RowKind::opening);
  row.query = recorded;
  row.asked = terms.least;
  row.charged = terms.overlap.value_or(-1);
  SecureRng rng;
  std::uint64_t words[4];
  rng.fill(words);
  // The prime is secret: a row space modulo the prime differs from that over the rational numbers only if the
  // prime divides one of a few determinants, and users cannot choose questions for an unknown prime.
  row.text = std::to_string(PrimeField::random(rng).prime()) + " " +
             hexadecimal(sha256({reinterpret_cast<const char*>(words), sizeof words}));
  try {
    create_log(path, "a log of decisions", restriction_application, restriction_format, std::move(row));
  } catch (const SqliteFailure& failure) {
    throw_log_failure(failure, path);
  }
}

DecisionLog::DecisionLog(const std::string& path, RowHandler handle_row) try
    : file_(path),
      log_rows_(checked_log(file_)),
      writer_lock_(path + "-lock"),
      process_(getpid()),
      handle_row_(std::move(handle_row)),
      version_(file_, "PRAGMA data_version") {
} catch (const SqliteFailure& failure) {
  throw_log_failure(failure, path);
}

DecisionLog::~DecisionLog() {
  if (getpid() != process_) file_.abandon();
}

LogRow DecisionLog::row(RowKind kind) const {
  LogRow row = LogState().next_row(kind);
  row.position = rows_;
  return row;
}

std::string DecisionLog::fault(const std::optional<LogRow>& row, std::int64_t position, const Digest& chain) {
  if (!row) return "it has values of a wrong type";
  if (row->position != position) return "a row before it is missing, or there is one too many";
  if (row->chain != chain_digest(chain, *row)) return "it was changed";
  if ((position == 0) != (row->kind == RowKind::opening)) return "the opening is not the first row";
  return {};
}

// handle_row_ may throw; the row counts only if it returns.
void DecisionLog::append(const LogRow& row) {
  handle_row_(row);
  chain_ = row.chain;
  ++rows_;
}

void DecisionLog::add(LogRow row) {
  row.chain = chain_digest(chain_, row);
  log_rows_.insert(row);
  append(row);
}

// What is wrong with the next row, or empty.
std::string DecisionLog::read_rows() {
  std::optional<LogRow> row;
  bool same = rows_ == 0;  // the last known row is read again
  std::string wrong;
  log_rows_.from(rows_ == 0 ? 0 : rows_ - 1);
  while (wrong.empty() && log_rows_.next(row)) {
    if (!same) {
      same = row && row->position == rows_ - 1 && row->chain == chain_;
      if (!same) wrong = "it was changed";
      continue;
    }
    wrong = fault(row, rows_, chain_);
    if (!wrong.empty()) break;
    append(*row);
    heads_.pass(rows_, chain_);
  }
  log_rows_.done();
  if (wrong.empty() && (!same || rows_ == 0)) wrong = "it is missing";
  return wrong;
}

void DecisionLog::catch_up() {
  const auto refuse = [&](const std::string& finding) {
    altered_ = true;
    bad_input("the log of decisions " + file_.path() + " " + finding,
              "no question is answered until it is restored from a backup");
  };
  version_.reset();
  const std::int64_t version = version_.step() ? version_.number(0) : 0;
  version_.reset();
  const std::int64_t before = rows_;
  std::string wrong = read_rows();
  // Another connection changed the file but added no row: all rows are read again.
  if (wrong.empty() && before > 0 && before == rows_ && version != seen_version_) {
    rows_ = 0;
    chain_ = Digest{};
    wrong = read_rows();
  }
  if (!wrong.empty()) refuse("is not intact near row " + std::to_string(rows_) + ": " + wrong);
  if (const std::string finding = heads_.finding(rows_); !finding.empty()) refuse(finding);
  seen_version_ = version;
  heads_.see(rows_, chain_);
}

void DecisionLog::require(const LedgerHead& kept) {
  heads_.require(kept);
  rows_ = 0;
  chain_ = Digest{};
}

void DecisionLog::transaction(const std::function<void()>& work) {
  if (getpid() != process_)
    throw Error(ErrorCode::internal, "a log of decisions was opened before fork() and used after it");
  if (disk_failed_) {
    throw Error(ErrorCode::input_output, "the disk of " + file_.path() + " failed earlier",
                "check the disk, then open the database again");
  }
  writer_lock_.lock();
  try {
    if (!file_.in_place()) {
      altered_ = true;
      throw Error(ErrorCode::input_output, file_.path() + " was moved or replaced",
                  "restore it to its path; nothing was decided");
    }
    file_.run("BEGIN IMMEDIATE");
    catch_up();
    const std::int64_t before = rows_;
    work();
    if (rows_ == before) {
      file_.roll_back();
    } else {
      file_.run("COMMIT");
      heads_.see(rows_, chain_);
    }
    if (file_.log_pages() >= pages_before_checkpoint) disk_failed_ = !file_.checkpoint();
    writer_lock_.unlock();
  } catch (...) {
    log_rows_.done();
    file_.roll_back();
    writer_lock_.unlock();
    rows_ = 0;
    chain_ = Digest{};
    try {
      throw;
    } catch (const SqliteFailure& failure) {
      disk_failed_ = disk_failed_ || failure.disk();
      altered_ = altered_ || failure.damaged();
      throw_log_failure(failure, file_.path());
    }
  }
}

void DecisionLog::for_each_row(const std::string& path, const RowVisitor& visit) {
  try {
    SqliteFile own(path);
    LogRows stored(checked_log(own));
    std::optional<LogRow> row;
    Digest chain{};
    std::int64_t position = 0;
    stored.from(std::numeric_limits<std::int64_t>::min());
    for (; stored.next(row); ++position) {
      visit(row ? &*row : nullptr, fault(row, position, chain));
      if (row) chain = row->chain;
    }
    stored.done();
  } catch (const SqliteFailure& failure) {
    throw_log_failure(failure, path);
  }
}

}  // namespace sfumato::queries
