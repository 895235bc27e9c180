// Query restriction: exact answers, but only to questions that together disclose no record and no small set
// of records. The decision depends on the questions, the public columns and the answers published before, is
// on disk before a confidential value is read, and covers all users together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "queries/data_table.hpp"
#include "queries/ledger.hpp"
#include "queries/query.hpp"
#include "queries/terms.hpp"

namespace sfumato::queries {

// Columns with a declared role other than `confidential` are public: conditions and groups use them, and an
// attacker may know them. All others, also those without a role, are confidential.
//
// Refused are, for the query set C of each group and n records:
// - |C| < k or |C| > n − k. An empty group of GROUP BY is not a query set: that it is empty is public.
// - SUM, AVG, COUNT(*): if the sum of any record, or of any set of fewer than k records, could be derived
//   from all answers for the column: its 0/1 vector would lie in the row space of the answered query sets.
//   AVG counts as SUM. COUNT(*) is audited like the sum of a separate column.
// - MAX, or MIN: if some answer that is consistent with the published ones would reveal a record's value. The
//   first allowed query of a column fixes its audit to sums, MAX or MIN for ever: MAX and MIN together cannot
//   be audited exactly in reasonable time if values repeat.
// - with an overlap limit, |C ∩ C'| above it for a set C' ≠ C that was answered for the column.
// - queries beyond the capacity of the audit: more than `max_audited_sets` independent sets of a column, or
//   too many combinations of small classes.
// All groups of a query are answered or none.
//
// Not audited: inference from the bounds of the domain. A sum of values that all lie at a bound reveals them,
// as does a maximum at the lower bound. No rule that does not use the data can refuse these and still answer
// anything.
inline constexpr std::size_t max_audited_sets = 2000;

enum class Refusal : std::int64_t {
  none = 0,
  set_size = 1,
  overlap = 2,
  other_kind = 3,
  derivable = 4,
  combinations = 5,
  extreme = 6,
  capacity = 7
};

struct Decision {
  // repeated: the same question was decided before, and answered. Refusals are final, too.
  enum class Outcome : std::uint8_t { allowed, repeated, refused };
  Outcome outcome = Outcome::refused;
  std::int64_t entry = 0;
  Refusal refusal = Refusal::none;
  std::string reason;  // of a refusal; depends only on the questions and published answers
  bool refused() const { return outcome == Outcome::refused; }
};

struct DecisionEntry {
  std::int64_t number = 0;  // from 1
  std::string time, user, query;
  Refusal refusal = Refusal::none;
  std::string answer;  // of MIN and MAX, in units, by group
  bool operator==(const DecisionEntry&) const = default;
};

// All decisions, for the administrator of the database: reads only the log file, no records.
class DecisionHistory {
 public:
  explicit DecisionHistory(std::string path) : path_(std::move(path)) {}
  std::vector<DecisionEntry> entries() const;
  LedgerHead head() const;
  RestrictionTerms terms() const;
  std::string recorded() const;  // the terms of the database; empty in logs of earlier versions
  // The chain of the log, recomputed; `kept` is an earlier head.
  LedgerCheck verify(const std::optional<LedgerHead>& kept = std::nullopt) const;

 private:
  std::string path_;
};

// The records of a table in which at least these columns are filled.
using Records = std::function<std::shared_ptr<const DataTable>(std::size_t table,
                                                               const std::vector<std::size_t>& columns)>;

class Restriction {
 public:
  // Neither the file nor its SQLite companion files may exist.
  static void create(const std::string& path, const RestrictionTerms& terms,
                     const std::string& recorded = {});
  // Opens an existing log and processes all its decisions; only public columns of `records` are requested.
  // Any number of processes and threads may use it; each process must open it itself. A log that does not
  // contain the head `kept` is an error, as is one that is rolled back while it is open.
  Restriction(const std::string& path, const Catalogue& catalogue, Records records,
              const std::optional<LedgerHead>& kept = std::nullopt);
  ~Restriction();
  Restriction(const Restriction&) = delete;
  Restriction& operator=(const Restriction&) = delete;

  // Returns when the decision is on disk. Unsupported questions are errors (bad_input): other aggregates,
  // conditions on confidential columns, confidential columns with NULL, and tables in which a person has
  // several records, because identities are not stored.
  Decision decide(const std::string& user, const Query& query);
  // Several questions about the same records: all are allowed or none. One decision for each; if one is
  // refused, a single one, which is final for the question with the text `whole`.
  std::vector<Decision> decide_all(const std::string& user, const std::vector<Query>& queries,
                                   const std::string& whole);
  // Stores the answers to an allowed MIN or MAX, in units by group, none for an empty group. Publish them
  // only if this returns true. False: another MIN or MAX of the column was allowed in the meantime, by an
  // audit without this answer: decide again.
  bool keep_extremes(std::int64_t entry, const std::vector<std::optional<std::int64_t>>& units);

  const RestrictionTerms& terms() const;
  // As of the ledger.
  LedgerHead head();
  const std::string& recorded() const;
  void record(const std::string& terms);
  bool altered() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// An error (bad_input) if no question about some table could be answered: several records per person.
void require_restrictable(const Catalogue& catalogue);

// Sums are audited as sums of real numbers; integers of a small domain can disclose more. One warning for
// each confidential column with at most 1,000 possible values.
std::vector<std::string> small_domain_warnings(const Catalogue& catalogue);

// A question from its decision to its exact answer.
struct RestrictedAnswer {
  bool refused = false;
  Refusal refusal = Refusal::none;
  std::string reason;
  bool repeated = false;
  std::vector<std::vector<GroupAnswer>> columns;  // of each aggregate; NaN if there are no values
};
RestrictedAnswer ask_restricted(const Catalogue& catalogue, Restriction& restriction, const std::string& user,
                                const Question& question, const Records& records, const Run& run);

}  // namespace sfumato::queries
