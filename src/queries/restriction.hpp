// Query restriction: exact answers, but only to questions that together tell no record and no small set of
// records. Whether a question is answered is decided by the questions, the public columns and the answers
// published before, is on disk before a confidential value is read, and holds for all users together.
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

// Columns whose declared role is any but `confidential` are public: conditions and groups are over them, and
// everybody may know them. All others, those without a role among them, are confidential.
//
// What is refused, by the query set C of each group, of n records:
// - |C| < k or |C| > n − k. An empty group of GROUP BY is no query set: that it is empty is public.
// - SUM, AVG, COUNT(*): where any record, or any set of fewer than k records, had its sum derivable from all
//   that was answered for the column: its 0/1 vector would lie in the row space of the answered query sets.
//   AVG counts as SUM. COUNT(*) is audited like the sum of a column of its own.
// - MAX, or MIN: where some answer that the published ones allow would tell a record's value. A column is
//   opened by its first allowed query for sums, for MAX or for MIN, and for nothing else ever: MAX and MIN
//   together cannot be audited exactly in reasonable time where values repeat.
// - with a limit of overlap, |C ∩ C'| beyond it for a set C' that was answered for the column (C' = C aside).
// - what the audit cannot look through: more than `most_audited_sets` independent sets of a column, or too
//   many combinations of small classes.
// All groups of a query are answered or none.
//
// Not audited is what follows from the domain's ends: a sum of values that all lie at the domain's end tells
// them, as does a maximum at its lower end. No rule that is decided without the data can refuse those and
// answer anything at all.
inline constexpr std::size_t most_audited_sets = 2000;

enum class Refusal : std::int64_t {
  none = 0,
  set_size = 1,
  overlap = 2,
  opened_otherwise = 3,
  derivable = 4,
  combinations = 5,
  extreme = 6,
  capacity = 7
};

struct Decision {
  // repeated: the same question was decided before, and answered. Refusals are kept as well.
  enum class Outcome : std::uint8_t { allowed, repeated, refused };
  Outcome outcome = Outcome::refused;
  std::int64_t entry = 0;
  Refusal refusal = Refusal::none;
  std::string reason;  // of a refusal; follows from the questions and from answers that are known
  bool refused() const { return outcome == Outcome::refused; }
};

struct DecisionEntry {
  std::int64_t number = 0;  // from 1
  std::string time, user, query;
  Refusal refusal = Refusal::none;
  std::string answer;  // of MIN and MAX, in units, by group
  bool operator==(const DecisionEntry&) const = default;
};

// All that was decided, for whoever looks after the database: the file alone, and no records.
class DecisionHistory {
 public:
  explicit DecisionHistory(std::string path) : path_(std::move(path)) {}
  std::vector<DecisionEntry> entries() const;
  LedgerHead head() const;
  // The chain of the log, recomputed; `kept` is a head from before.
  LedgerCheck verify(const std::optional<LedgerHead>& kept = std::nullopt) const;

 private:
  std::string path_;
};

// The records of a table in which at least these columns are filled.
using Records = std::function<std::shared_ptr<const DataTable>(std::size_t table,
                                                               const std::vector<std::size_t>& columns)>;

class Restriction {
 public:
  // Neither the file nor anything of its name may be there.
  static void create(const std::string& path, const RestrictionTerms& terms);
  // Opens what is there and takes in all that was decided; of `records` only public columns are asked for.
  // Any number of processes and threads may have it open, each process by its own.
  Restriction(const std::string& path, const Catalogue& catalogue, Records records);
  ~Restriction();
  Restriction(const Restriction&) = delete;
  Restriction& operator=(const Restriction&) = delete;

  // Returns when the decision is on disk. Questions that have no place here are errors (bad_input): other
  // aggregates, conditions on confidential columns, confidential columns with NULL, and tables in which a
  // person has several records, since who is who is not kept.
  Decision decide(const std::string& user, const Query& query);
  // The answers to an allowed MIN or MAX, in units by group, none for an empty group. They are published when
  // this has returned true and not otherwise. False: another MIN or MAX of the column was allowed in
  // the meantime, by an audit that knew nothing of this one: decide again.
  bool keep_extremes(std::int64_t entry, const std::vector<std::optional<std::int64_t>>& units);

  const RestrictionTerms& terms() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// An error (bad_input) where no question about some table could be answered: several records of a person.
void require_restrictable(const Catalogue& catalogue);

// Sums are audited as sums of any numbers; whole numbers of a small domain give more away. A sentence for
// each confidential column of at most 1,000 possible values.
std::vector<std::string> small_domain_warnings(const Catalogue& catalogue);

// A question from its decision to its exact answer.
struct RestrictedAnswer {
  bool refused = false;
  std::string reason;
  bool repeated = false;
  std::vector<GroupAnswer> groups;  // NaN where there is nothing to average or to order
};
RestrictedAnswer ask_restricted(const Catalogue& catalogue, Restriction& restriction, const std::string& user,
                                const Query& query, const Records& records, const Run& run);

}  // namespace sfumato::queries
