// The log of decisions: one SQLite file with a hash chain of rows, as in the ledger. It is the only
// persistent state of the audit, which is rebuilt from it; a snapshot beside it only saves time.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <string>

#include "queries/ledger/known_heads.hpp"
#include "queries/ledger/log_row.hpp"
#include "queries/ledger/sqlite_file.hpp"
#include "queries/ledger/writer_lock.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {

// The kinds of rows of the ledger, with these members; members not named are empty or 0.
//   opening: asked = k, charged = overlap or −1, text = the prime, then 64 digits of a key, query = the terms
//            of the database; without them in logs of earlier versions
//   charge:  entry, user, query, asked = refusal; footprint = digest of the public columns, 8 bytes, of an
//            allowed query
//   answer:  entry, text = the extremes in units, "-" for an empty group, with commas
//   terms:   query = the terms of the database, if the opening has none; at most one row
//   snapshot: text = the SHA-256 of a snapshot of the audit after all rows before this one
inline constexpr std::int64_t restriction_application = 0x53665273;  // "SfRs"
inline constexpr std::int64_t restriction_format = 1;

class DecisionLog {
 public:
  using RowHandler = std::function<void(const LogRow&)>;

  static void create(const std::string& path, const RestrictionTerms& terms, const std::string& recorded);
  DecisionLog(const std::string& path, RowHandler handle_row);
  ~DecisionLog();

  // Passes on rows that other processes have written, then runs the work, which may add rows; returns when
  // they are on disk. If that fails, discard all rows that were passed on or added: the next call starts from
  // row 0.
  void transaction(const std::function<void()>& work);
  // For the work of a transaction: writes a row, and passes it on.
  void add(LogRow row);
  LogRow row(RowKind kind) const;  // the next one

  // The log must contain this head, from its first row on.
  void require(const LedgerHead& kept);
  bool altered() const { return altered_; }  // the file was found changed

  std::int64_t rows() const { return rows_; }
  const Digest& chain() const { return chain_; }
  // All rows as they are on disk now, each with its error text, or empty.
  using RowVisitor = std::function<void(const LogRow* row, const std::string& wrong)>;
  static void for_each_row(const std::string& path, const RowVisitor& visit);

 private:
  void catch_up();
  std::string read_rows();
  void append(const LogRow& row);
  static std::string fault(const std::optional<LogRow>& row, std::int64_t position, const Digest& chain);

  SqliteFile file_;
  LogRows log_rows_;
  WriterLock writer_lock_;
  pid_t process_;
  RowHandler handle_row_;
  std::int64_t rows_ = 0;
  Digest chain_{};
  bool disk_failed_ = false;
  std::atomic<bool> altered_ = false;
  SqliteStatement version_;
  KnownHeads heads_;
  std::int64_t seen_version_ = 0;  // of the file's content; other connections change it
};

}  // namespace sfumato::queries
