// The log of decisions: one SQLite file with a hash chain of rows, as in the ledger. It is the only
// persistent state of the audit, which is rebuilt from it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "queries/ledger/log_row.hpp"
#include "queries/ledger/sqlite_file.hpp"
#include "queries/ledger/writer_lock.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {

// The kinds of rows of the ledger, with these members; members not named are empty or 0.
//   opening: asked = k, charged = overlap or −1, text = the prime, then 64 digits of a key
//   charge:  entry, user, query, asked = refusal; footprint = digest of the public columns, 8 bytes, of an
//            allowed query
//   answer:  entry, text = the extremes in units, "-" for an empty group, with commas
inline constexpr std::int64_t restriction_application = 0x53665273;  // "SfRs"
inline constexpr std::int64_t restriction_format = 1;

class DecisionLog {
 public:
  using RowHandler = std::function<void(const LogRow&)>;

  static void create(const std::string& path, const RestrictionTerms& terms);
  DecisionLog(const std::string& path, RowHandler handle_row);
  ~DecisionLog();

  // Passes on rows that other processes have written, then runs the work, which may add rows; returns when
  // they are on disk. If that fails, discard all rows that were passed on or added: the next call starts from
  // row 0.
  void transaction(const std::function<void()>& work);
  // For the work of a transaction: writes a row, and passes it on.
  void add(LogRow row);
  LogRow row(RowKind kind) const;  // the next one

  std::int64_t rows() const { return rows_; }
  const Digest& chain() const { return chain_; }
  // All rows as they are on disk now, each with its error text, or empty.
  using RowVisitor = std::function<void(const LogRow* row, const std::string& wrong)>;
  static void for_each_row(const std::string& path, const RowVisitor& visit);

 private:
  void catch_up();
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
};

}  // namespace sfumato::queries
