// The ledger of a database: every question is charged before any data are read, in a row that names the row
// before it, so that nothing can be taken out or changed unseen. Questions that were refused or asked again
// have their rows, too. One SQLite file, synchronous=FULL; a crash loses at most an answer, never a charge.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "queries/composition.hpp"

namespace sfumato::queries {

struct LedgerTerms {
  std::int64_t cap = 0;  // micro-ε of the database, at most largest_micro_epsilon
  Neighbours neighbours = Neighbours::replace;
};

// What became of a question. `repeated`: it was granted before, to whomever, and costs nothing more.
enum class EntryKind : std::uint8_t { granted, repeated, over_cap, over_quota };

struct LedgerEntry {
  std::int64_t number = 0;  // from 1; of a repeated question, the entry that it repeats; of a refused one, 0
  std::string time;         // UTC, ISO 8601, to the second
  std::string user;
  std::string query;         // normalised
  std::int64_t asked = 0;    // micro-ε of the query itself
  std::int64_t charged = 0;  // by how much the composed cost grew
  std::string answer;        // JSON; empty until it is known
  // 64 hexadecimal digits: SHA-256 of the chain before and this row. Answers and quotas are rows of the same
  // chain; an answer is not in the chain of its own entry, which was there first.
  std::string chain;
  EntryKind kind = EntryKind::granted;
  std::int64_t row = 0;  // its place in the chain
};

// Rows that charge nothing still take room on the disk, and time whenever the ledger is opened. Those of one
// user may take so many bytes; from then on all he asks that charges nothing is an error, until his quota is
// set anew (to what it was, if need be).
inline constexpr std::int64_t most_uncharged_bytes = std::int64_t{1} << 26;

struct Balance {
  std::int64_t cap = 0, spent = 0;
  std::optional<std::int64_t> quota;  // of the user that was asked for
  std::int64_t spent_by_user = 0;
  std::int64_t left() const { return cap - spent; }
};

// What a charge came to.
//   granted: the row is on disk; now the data may be read. Where the same question was granted before and its
//     answer never kept (a crash, or somebody else is at it), `entry` is that row and `charged` is 0: nobody
//     has seen an answer to it, for only kept answers are published, and of those there is one.
//   known: the same question was answered with as much ε or more: `answer` is that one, nothing is charged.
//   over_cap, over_quota: nothing was charged, and nothing may be read; `charged` says what it would have
//     been.
// In each case the question has its row on disk.
struct Charge {
  enum class Outcome : std::uint8_t { granted, known, over_cap, over_quota };
  Outcome outcome = Outcome::granted;
  std::int64_t entry = 0;
  std::int64_t charged = 0;
  std::int64_t left = 0;  // of the database's budget
  std::string answer;
};

// The state of the log at some time. Whoever has kept one can tell later whether rows were cut off at the end
// or the chain was written anew, which the file alone cannot show.
struct LedgerHead {
  std::int64_t rows = 0;  // of all kinds
  std::string chain;      // 64 hexadecimal digits
  bool operator==(const LedgerHead&) const = default;
};

struct LedgerCheck {
  bool intact = true;
  std::int64_t entries = 0;
  std::string finding;    // which row is wrong, and how
  std::int64_t rows = 0;  // that are in order, of all kinds
};

class Ledger {
 public:
  // Neither the file nor anything of its name may be there.
  static void create(const std::string& path, const LedgerTerms& terms);
  // Opens what is there; an error where it is none of ours. Any number of processes and threads may have it
  // open, each process by its own: an open ledger does not survive fork().
  explicit Ledger(const std::string& path);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // Returns only when the row is on disk. Threads that wait here together are committed together. `query` is
  // everything that tells one question from another, ε aside. A catalogue that describes the table otherwise
  // than earlier charges is an error: their footprints could not be compared.
  Charge charge(const std::string& user, const std::string& query, const Footprint& footprint,
                const Catalogue& catalogue);
  // Keeps the answer (not empty) to a granted charge for whoever asks the same again, and returns what is
  // kept: an entry has one answer for ever, the first. Publish what this returns, after it has returned, and
  // nothing else; where it fails, publish nothing.
  std::string keep_answer(std::int64_t entry, const std::string& answer);

  // What a user may spend in all; nothing: as much as there is. Spending before counts.
  void set_quota(const std::string& user, std::optional<std::int64_t> micro_epsilon);
  Balance balance(const std::optional<std::string>& user) const;
  std::vector<LedgerEntry> entries() const;    // what was granted
  std::vector<LedgerEntry> questions() const;  // all that were asked, in their order
  LedgerHead head() const;
  // Recomputes every link of the chain, the numbering, every charge, and whether cap and quotas were kept.
  // Rows that were cut off at the end, or a chain that was computed anew after a change, show only against a
  // head that was kept elsewhere.
  LedgerCheck verify(const std::optional<LedgerHead>& kept = std::nullopt) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sfumato::queries
