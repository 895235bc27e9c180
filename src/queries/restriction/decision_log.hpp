// The log of decisions: one SQLite file, in rows that name the row before as the ledger's do. It is the only
// memory of the audit, which is made from it anew.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "queries/ledger/log_row.hpp"
#include "queries/ledger/sqlite_file.hpp"
#include "queries/ledger/turn.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {

// Of the ledger's kinds of rows, members are used thus; those not named are empty or 0.
//   opening: asked = k, charged = overlap or −1, text = the prime, and 64 digits of a key
//   charge:  entry, user, query, asked = refusal; footprint = digest of the public columns, 8 bytes, of an
//            allowed query
//   answer:  entry, text = the extremes in units, "-" for an empty group, with commas
inline constexpr std::int64_t restriction_application = 0x53665273;  // "SfRs"
inline constexpr std::int64_t restriction_format = 1;

class DecisionLog {
 public:
  using Take = std::function<void(const LogRow&)>;

  static void create(const std::string& path, const RestrictionTerms& terms);
  DecisionLog(const std::string& path, Take take);
  ~DecisionLog();

  // Hands over rows that others have written, then does the work, which may add rows; returns when they are
  // on disk. Where that fails, what was handed over or added is to be forgotten: the next turn begins from
  // row 0.
  void turn(const std::function<void()>& work);
  // For the work of a turn: writes a row, and hands it over.
  void add(LogRow row);
  LogRow row(RowKind kind) const;  // the next one

  std::int64_t rows() const { return rows_; }
  const Digest& chain() const { return chain_; }
  // All rows as they are on disk now, each with what is wrong with it.
  using See = std::function<void(const LogRow* row, const std::string& wrong)>;
  static void look(const std::string& path, const See& see);

 private:
  void catch_up();
  void append(const LogRow& row);
  static std::string fault(const std::optional<LogRow>& row, std::int64_t position, const Digest& chain);

  SqliteFile file_;
  LogRows log_rows_;
  Turn turn_;
  pid_t process_;
  Take take_;
  std::int64_t rows_ = 0;
  Digest chain_{};
  bool disk_failed_ = false;
};

}  // namespace sfumato::queries
