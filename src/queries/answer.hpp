// One question from its text to its answer: parsed, charged in the log, and only then computed. The user
// learns the answer or the refusal, and nothing else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/secure_rng.hpp"
#include "queries/answer_format.hpp"
#include "queries/database.hpp"
#include "queries/ledger.hpp"
#include "queries/mechanism.hpp"
#include "queries/query.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {

struct AskOptions {
  std::string user = "local";
  std::int64_t micro_epsilon = 100'000;  // of each aggregate; only for dp
  bool laplace_extrema = false;          // MIN, MAX and quantiles by noise scaled to the domain's width
  // An administrator owns the folder of the database, and also sees what depends on other users.
  bool administrator = false;
  // Gets the cause of a failure after the charge, for a log that only administrators read.
  std::function<void(const std::string&)> diagnose = {};
};

// none: the answer is exact, or comes from masked records. likely: the interval contains the true figure with
// a probability of 95 %. certain: it always does.
enum class Intervals : std::uint8_t { none, likely, certain };

// The rule that refused a question: the budget or a quota, or a rule of query restriction (see Refusal).
enum class Rule : std::uint8_t {
  none,
  budget,
  quota,
  set_size,
  overlap,
  other_kind,
  derivable,
  combinations,
  extreme,
  capacity
};
// "budget", "set-size".
const char* rule_name(Rule rule);

struct Answer {
  bool refused = false;
  std::string reason;      // of a refusal
  Rule rule = Rule::none;  // that refused it
  bool grouped = false;
  std::vector<std::string> names;  // of the grouped columns
  std::vector<GroupAnswer> groups;
  // The aggregates: `groups` are the answers of the first one, `further` those of the others.
  struct Column {
    std::string name;
    AnswerFormat format;
  };
  std::vector<Column> columns;
  std::vector<std::vector<GroupAnswer>> further;
  bool named = false;  // several aggregates, or AS: the answer has their names
  const std::vector<GroupAnswer>& of(std::size_t column) const {
    return column == 0 ? groups : further[column - 1];
  }
  Intervals intervals = Intervals::none;
  std::int64_t charged = 0;
  std::int64_t left = 0;                      // of the user's share of the budget
  std::optional<std::int64_t> database_left;  // of the whole budget: only for an administrator
  bool repeated = false;                      // the same question of the user was answered before
};

// A question that was read and can be answered, except for the budget and the audit.
struct CheckedQuestion {
  Question question;
  std::vector<Plan> plans;  // of dp, one for each aggregate; each costs the ε of the options
};

// The charge for a question and its expected error. Needs no data and costs nothing.
struct Explanation {
  std::string query;  // its normal form
  Plan plan;          // of dp, of the first aggregate
  std::size_t groups = 1;
  std::vector<std::string> names;  // of the aggregates
  std::vector<Plan> plans;         // of dp, of each aggregate
  std::int64_t cost() const;       // micro-ε of all aggregates
  Protection protection = Protection::dp;
};

Explanation explain(const Database& database, std::string_view text, const AskOptions& options);

// A database that is open for questions; thread-safe. Data are read from its files once and cached.
class QuerySession {
 public:
  // The database must outlive it. `key`: the key file of a camouflaged database, needed only there. `kept`: a
  // head that the log must contain, or a file with one, which is updated after each question.
  // Terms or a catalogue that differ from those in the log are errors. A log of an earlier version, which has
  // no terms, gets those of the folder.
  explicit QuerySession(const Database& database, const std::string& key = {},
                        const std::optional<std::string>& kept = std::nullopt);
  ~QuerySession();
  QuerySession(const QuerySession&) = delete;
  QuerySession& operator=(const QuerySession&) = delete;

  // Errors (bad_input) are about the question or the options, and depend on nothing else.
  CheckedQuestion check(std::string_view text, const AskOptions& options) const;
  // Errors are about the database; a user should not see them. After the charge, every failure is the same
  // error. `refused`: this user has too many questions in the log.
  Answer ask(const CheckedQuestion& checked, const AskOptions& options, SecureRng& rng, const Run& run);
  // Both.
  Answer ask(std::string_view text, const AskOptions& options, SecureRng& rng, const Run& run);

  // What others changed in the folder since it was opened, such as "terms.toml"; empty: nothing. A database
  // that was changed answers no more questions: `ask` throws.
  std::optional<std::string> changed();

  // Of the log that the protection uses: the ledger, or the log of decisions.
  LedgerHead head();
  void keep_head();  // in the file `kept`, if there is one
  const std::vector<std::string>& notes() const;

  const Database& database() const;
  Ledger& ledger();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sfumato::queries
