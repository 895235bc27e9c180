// The ledger of a database: every question is charged before any data are read, in a row with the hash of the
// row before it, so that removed or changed rows are detected. Refused and repeated questions also have rows.
// One SQLite file, synchronous=FULL; a crash loses at most an answer, never a charge.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "queries/composition.hpp"

namespace sfumato::queries {

struct LedgerTerms {
  std::int64_t cap = 0;  // micro-ε of the database, at most largest_micro_epsilon
  Neighbours neighbours = Neighbours::replace;
  std::string recorded = {};  // terms and catalogue of the database, in the opening row
};

// The result of a question. `repeated`: it was granted to the same user before, and costs nothing more. The
// question of another user is drawn and charged anew: otherwise its cost would reveal that others asked it.
enum class EntryKind : std::uint8_t { granted, repeated, over_cap, over_quota };

struct LedgerEntry {
  std::int64_t number = 0;  // from 1; of a repeated question, the entry that it repeats; of a refused one, 0
  std::string time;         // UTC, ISO 8601, to the second
  std::string user;
  std::string query;         // normalised
  std::int64_t asked = 0;    // micro-ε of the query alone
  std::int64_t charged = 0;  // increase of the composed cost of all questions
  std::string answer;        // JSON; empty until it is stored
  // 64 hexadecimal digits: SHA-256 of the previous chain value and this row. Answers and quotas are rows of
  // the same chain; the chain value of an entry does not include its answer, which is a later row.
  std::string chain;
  EntryKind kind = EntryKind::granted;
  std::int64_t row = 0;              // its position in the chain
  std::int64_t charged_to_user = 0;  // increase of the composed cost of the user's questions
};

// Rows that charge nothing still need disk space, and time when the ledger is opened. This is the limit of
// such rows of one user, in bytes; above it, questions of the user that charge nothing are errors until the
// user's quota is set again (also to the same value).
inline constexpr std::int64_t max_uncharged_bytes = std::int64_t{1} << 26;

// `spent` is the composed cost of all questions, or the sum of what the users spent, if that is less: both
// are bounds of the privacy loss. So quotas that together do not exceed the cap can all be spent, whatever
// other users ask. `spent_by_user` is the composed cost of the user's own questions; it does not depend on
// others.
struct Balance {
  std::int64_t cap = 0, spent = 0;
  std::optional<std::int64_t> quota;  // of the requested user
  std::int64_t spent_by_user = 0;
  std::int64_t left() const { return cap - spent; }  // of the database: only for its administrator
  // Of the user's share: the quota, or the whole budget without one.
  std::int64_t left_of_user() const {
    return std::max<std::int64_t>(0, std::min(quota.value_or(cap), cap) - spent_by_user);
  }
};

// The result of a charge.
//   granted: the row is on disk; now the data may be read. If the same question was granted before but its
//     answer was not stored (a crash, or another thread computes it now), `entry` is that row and `charged`
//     is 0: the user has seen no answer, because only stored answers are published, and an entry has only
//     one.
//   known: the user's same question was answered with at least this ε: `answer` is the stored answer, nothing
//     is charged.
//   over_cap, over_quota: nothing was charged, and no data may be read; `charged` is the cost that was
//     refused.
// In all cases the row of the question is on disk. All members except `database_left` and the outcome
// over_cap depend only on the questions and the quota of this user.
struct Charge {
  enum class Outcome : std::uint8_t { granted, known, over_cap, over_quota };
  Outcome outcome = Outcome::granted;
  std::int64_t entry = 0;
  std::int64_t charged = 0;        // to the user
  std::int64_t left = 0;           // of the user's share
  std::int64_t database_left = 0;  // only for the administrator of the database
  std::string answer;
};

// The state of the log at some time. An auditor who keeps a head can later detect rows that were removed at
// the end and a chain that was rewritten; the file alone cannot show these.
struct LedgerHead {
  std::int64_t rows = 0;  // of all kinds
  std::string chain;      // 64 hexadecimal digits
  bool operator==(const LedgerHead&) const = default;
};
// One line, "9:2845e6…"; parse_head is empty for any other text.
std::string head_text(const LedgerHead& head);
std::optional<LedgerHead> parse_head(std::string_view text);

struct LedgerCheck {
  bool intact = true;
  std::int64_t entries = 0;
  std::string finding;    // which row is wrong, and why
  std::int64_t rows = 0;  // correct rows, of all kinds
};

class Ledger {
 public:
  // Neither the file nor its SQLite companion files may exist.
  static void create(const std::string& path, const LedgerTerms& terms);
  // Opens an existing ledger; other files are an error. Any number of processes and threads may use it, but
  // each process must open it itself: an open ledger does not survive fork().
  explicit Ledger(const std::string& path);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // Returns only when the row is on disk. Threads that wait here at the same time are committed together.
  // `query` is the complete identity of a question, except ε. A catalogue that describes the table
  // differently than at earlier charges is an error: their footprints could not be compared.
  Charge charge(const std::string& user, const std::string& query, const Footprint& footprint,
                const Catalogue& catalogue);
  // Several questions about the same records, each with the ε of the footprint, in one transaction: all are
  // charged or none. One charge for each; if the budget does not cover all, a single one, which is refused,
  // and its row has the text `whole`.
  std::vector<Charge> charge_all(const std::string& user, const std::vector<std::string>& queries,
                                 const std::string& whole, const Footprint& footprint,
                                 const Catalogue& catalogue);
  // Stores the answer (not empty) to a granted charge for repeated questions, and returns the stored answer:
  // the first answer of an entry is final. Publish only what this returns, after it has returned; if it
  // fails, publish nothing.
  std::string keep_answer(std::int64_t entry, const std::string& answer);

  // The total that a user may spend, including earlier spending; empty: no limit except the budget.
  void set_quota(const std::string& user, std::optional<std::int64_t> micro_epsilon);
  // What an administrator states about the database, such as why a risk is accepted: part of the chain.
  void add_note(const std::string& text);
  std::vector<std::string> notes() const;
  // What is recorded of a user's token, so that a changed or restored tokens.json is detected; the latest.
  void record_token(const std::string& user, const std::string& record);
  std::optional<std::string> token_record(const std::string& user) const;
  Balance balance(const std::optional<std::string>& user) const;
  std::vector<LedgerEntry> entries() const;    // granted questions
  std::vector<LedgerEntry> questions() const;  // all questions, in order
  LedgerHead head() const;
  // From now on, a log that does not contain this head is an error. The newest state that this object has
  // seen is always required: a log that is rolled back while it is open is an error, too.
  void require(const LedgerHead& kept);
  // The terms that the log records; empty in logs of earlier versions, to which `record` can add them once.
  std::string recorded() const;
  void record(const std::string& terms);
  LedgerTerms terms() const;  // of the opening row, with what is recorded
  // New data, recorded by the same terms with their fingerprints. The budget goes on: the costs of questions
  // about different data add up, also if the questions are about disjoint parts of the domain. Answers from
  // earlier data are not given again. Open ledgers of earlier data grant nothing more: see pin().
  void refresh(const std::string& terms, const std::string& reason);
  // How often the data were replaced. After pin() a charge is an error if they are replaced again.
  std::int64_t version() const;
  void pin();
  // Were the data replaced after pin()?
  bool outdated() const;
  // Was the file found changed, damaged or replaced?
  bool altered() const;
  // Recomputes every link of the chain, the numbering, every charge, and whether cap and quotas were
  // respected. Rows removed at the end, or a chain recomputed after a change, are detected only by comparison
  // with a head that was kept elsewhere.
  LedgerCheck verify(const std::optional<LedgerHead>& kept = std::nullopt) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sfumato::queries
