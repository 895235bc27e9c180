// A row of the ledger's log, its bytes and its hash in the chain. The log is append-only: its opening (row
// 0), then charges, answers, quotas, repeated and refused questions in the order of their commits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/hmac.hpp"
#include "queries/composition.hpp"
#include "queries/ledger/sqlite_file.hpp"

namespace sfumato::queries {

enum class RowKind : std::int64_t {
  opening = 0,
  charge = 1,
  answer = 2,
  quota = 3,
  repeat = 4,
  over_cap = 5,
  over_quota = 6,
  terms = 7,
  note = 8,
  token = 9,
  refresh = 10,
  snapshot = 11
};

// snapshot: only in logs of decisions. The meaning of the members depends on the kind; members not named are
// empty or 0.
//   opening: asked = cap, charged = 0 for `replace` or 1 for `add_remove`, text = 64 random digits,
//            query = the terms of the database; without them in logs of earlier versions
//   charge:  entry, user, query, asked, charged, footprint, text = what the user is charged, in digits
//   answer:  entry, text
//   quota:   user, asked (−1: no quota)
//   repeat:  entry, user, asked; the entry's row has the query
//   over_cap, over_quota: user, query, asked
//   terms:   query = the terms of the database, if the opening has none; at most one row
//   note:    text
//   token:   user, text = what is recorded of the user's token (see tokens.hpp)
//   refresh: query = the terms of the database with the fingerprints of new data, text = why it was accepted
struct LogRow {
  std::int64_t position = 0;
  RowKind kind = RowKind::opening;
  std::string time;
  std::string user;
  std::string query;
  std::int64_t entry = 0;
  std::int64_t asked = 0;
  std::int64_t charged = 0;
  std::string footprint;
  std::string text;
  Digest chain{};
};

// The size of a row on disk, or slightly more.
std::int64_t row_bytes(const LogRow& row);

// SHA-256 of the previous chain (32 bytes; zeros before the opening) and of all other members in the order
// above, numbers in 8 bytes, little-endian, texts after their length.
Digest chain_digest(const Digest& previous, const LogRow& row);

// A footprint in bytes: a digest of what the catalogue says about the table (16 bytes), then variable-length
// integers (7 bits per byte): table, rows per unit, columns; per column 2 · ranges + (NULL matches), and the
// ends of the ranges, each as the difference to the previous end.
struct StoredFootprint {
  Footprint footprint;
  std::int64_t rows_per_unit = 1;
  std::string table_digest;
};
// The same number of columns as the table, and no value above 2^60.
bool storable(const Footprint& footprint, const Catalogue& catalogue);
StoredFootprint stored_footprint(const Footprint& footprint, const Catalogue& catalogue);
std::string footprint_bytes(const StoredFootprint& stored);
// Empty if the bytes are not the output of footprint_bytes.
std::optional<StoredFootprint> read_footprint(const std::string& bytes, std::int64_t micro_epsilon);

// The file's statements.
inline constexpr std::int64_t ledger_application = 0x53664C67;  // "SfLg"
inline constexpr std::int64_t ledger_format = 2;
extern const char* const log_table;  // CREATE TABLE …, as the file keeps it

class LogRows {
 public:
  explicit LogRows(SqliteFile& file);
  void insert(const LogRow& row);
  // Rows from `position` on, until `next` returns false; `row` is empty if a value has a type that is never
  // written.
  void from(std::int64_t position);
  bool next(std::optional<LogRow>& row);
  void done() noexcept { select_.reset(); }
  std::string text(std::int64_t position);  // of an answer

 private:
  SqliteStatement insert_, select_, text_;
};

}  // namespace sfumato::queries
