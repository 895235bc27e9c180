// Decisions in transactions of the log: read the decisions of other processes, decide, write the decision,
// and only then return it.
#include "queries/restriction.hpp"

#include <exception>
#include <map>
#include <mutex>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "queries/restriction/audit_state.hpp"
#include "queries/restriction/decision_log.hpp"

namespace sfumato::queries {
namespace {

// One of several questions was refused after others had been added.
struct RefusedTogether : std::exception {
  explicit RefusedTogether(Refusal why) : refusal(why) {}
  Refusal refusal;
};

constexpr std::size_t max_user_bytes = 1 << 10;
// So that opening a log processes few decisions again, and few snapshots are written.
constexpr std::int64_t decisions_before_snapshot = 50;
constexpr std::size_t max_snapshot_bytes = std::size_t{1} << 28;

void require_short(const std::string& user) {
  if (user.size() <= max_user_bytes) return;
  bad_input("the user's name is too long", "use at most " + std::to_string(max_user_bytes) + " bytes");
}

std::string reason_of(Refusal refusal, const RestrictionTerms& terms) {
  const std::string least = std::to_string(terms.least);
  switch (refusal) {
    case Refusal::none:
      return {};
    case Refusal::set_size:
      return "a query set has fewer than " + least + " records, or excludes fewer than " + least;
    case Refusal::overlap:
      return "a query set has more than " + std::to_string(terms.overlap.value_or(0)) +
             " records in common with one that was answered";
    case Refusal::other_kind:
      return "earlier answers about this column were of another kind: only sums and averages, only MAX, or "
             "only MIN are answered";
    case Refusal::derivable:
      return "together with earlier answers, the sum or number of " +
             (terms.least > 2 ? "fewer than " + least + " records" : std::string("one record")) +
             " could be derived";
    case Refusal::combinations:
      return "together with earlier answers, there are too many combinations of few records to prove that "
             "none can be derived";
    case Refusal::extreme:
      return "together with earlier answers, an answer could reveal a record's value";
    case Refusal::capacity:
      return "the audit of the column has reached its maximum number of query sets";
  }
  return {};
}

}  // namespace

struct Restriction::State {
  State(const std::string& path, Catalogue own, Records records)
      : catalogue(std::move(own)),
        audit(catalogue, std::move(records)),
        log(path, [this](const LogRow& row) { audit.apply(row); }),
        snapshot_path(path + "-snapshot") {}

  // For the work of a transaction: processes the rows that were read.
  void settle() {
    audit.settle([this](const std::string& digest) { return stored_snapshot(digest); });
  }

  // The file, if it has this SHA-256. It is not trusted otherwise.
  std::optional<std::string> stored_snapshot(const std::string& digest) const {
    if (!io::is_regular_file(snapshot_path)) return std::nullopt;
    try {
      std::string bytes = io::read_text_file(snapshot_path, max_snapshot_bytes);
      if (hexadecimal(sha256(bytes)) == digest) return bytes;
    } catch (const Error&) {  // it saves time only
    }
    return std::nullopt;
  }

  // Writes the file first, then the row with its hash: without the row the file is not used. A file that
  // cannot be written is not an error, because nothing depends on it.
  void keep_snapshot() {
    if (audit.since_snapshot() < decisions_before_snapshot) return;
    log.transaction([this] {
      settle();
      if (audit.snapshot_bytes() > max_snapshot_bytes) return;
      const std::string bytes = audit.snapshot();
      try {
        io::write_text_file(snapshot_path, bytes, io::owner_only);
      } catch (const Error&) {
        return;
      }
      LogRow row = log.row(RowKind::snapshot);
      row.text = hexadecimal(sha256(bytes));
      log.add(std::move(row));
      settle();
    });
  }

  Decision decided(std::int64_t number, Decision::Outcome outcome) const {
    const Refusal refusal = audit.entry(number)->refusal;
    return {refusal == Refusal::none ? outcome : Decision::Outcome::refused, number, refusal,
            reason_of(refusal, audit.terms())};
  }

  Decision decide(const std::string& user, const Query& query, const std::string& text) {
    if (const std::int64_t number = audit.number_of(text); number != 0) {
      const AuditState::Entry& entry = *audit.entry(number);
      const bool is_settled =
          entry.refusal != Refusal::none || entry.answered || audit_mode_of(entry.query) == AuditMode::sums;
      if (is_settled) return decided(number, Decision::Outcome::repeated);
      if (audit.is_open(number)) return decided(number, Decision::Outcome::allowed);
    }
    LogRow row = log.row(RowKind::charge);
    row.user = user;
    row.query = text;
    audit.decide(query, row);
    const std::int64_t number = row.entry;
    log.add(std::move(row));
    return decided(number, Decision::Outcome::allowed);
  }

  // The reason why one of several questions would be refused; none if each alone is allowed.
  Refusal refusal_of_one(const std::vector<Query>& queries) {
    std::map<std::pair<std::size_t, std::optional<std::size_t>>, AuditMode> modes;
    for (const Query& query : queries) {
      const auto [mode, fresh] =
          modes.try_emplace({query.table, audited_column(query)}, audit_mode_of(query));
      if (!fresh && mode->second != audit_mode_of(query)) return Refusal::other_kind;
      const std::int64_t number = audit.number_of(normal_text(query, catalogue));
      const Refusal known = number != 0 ? audit.entry(number)->refusal : Refusal::none;
      if (known != Refusal::none) return known;
      if (number != 0) continue;
      if (const Refusal refusal = audit.trial(query); refusal != Refusal::none) return refusal;
    }
    return Refusal::none;
  }

  Decision refuse_all(const std::string& user, Refusal refusal, const std::string& whole) {
    LogRow row = log.row(RowKind::charge);
    row.user = user;
    row.query = whole;
    row.entry = audit.entries() + 1;
    row.asked = static_cast<std::int64_t>(refusal);
    const std::int64_t number = row.entry;
    log.add(std::move(row));
    settle();
    return decided(number, Decision::Outcome::refused);
  }

  // Throws a refusal that is found only after earlier questions were added: the transaction is rolled back.
  std::vector<Decision> decide_all(const std::string& user, const std::vector<Query>& queries,
                                   const std::string& whole) {
    if (const std::int64_t number = audit.number_of(whole);
        number != 0 && audit.entry(number)->refusal != Refusal::none) {
      return {decided(number, Decision::Outcome::repeated)};
    }
    if (const Refusal refusal = refusal_of_one(queries); refusal != Refusal::none)
      return {refuse_all(user, refusal, whole)};
    std::vector<Decision> decisions;
    for (const Query& query : queries) {
      decisions.push_back(decide(user, query, normal_text(query, catalogue)));
      if (decisions.back().refused()) throw RefusedTogether(decisions.back().refusal);
    }
    return decisions;
  }

  Catalogue catalogue;
  AuditState audit;
  DecisionLog log;
  std::string snapshot_path;
  std::mutex mutex;
};

void Restriction::create(const std::string& path, const RestrictionTerms& terms,
                         const std::string& recorded) {
  if (terms.least < 1 || terms.least > max_least) {
    bad_input("a minimum size of " + std::to_string(terms.least) + " is not possible for query sets",
              "choose 1 to " + std::to_string(max_least));
  }
  if (terms.overlap && *terms.overlap < 0)
    bad_input("the overlap limit cannot be negative", "leave it out for no limit");
  DecisionLog::create(path, terms, recorded);
}

Restriction::Restriction(const std::string& path, const Catalogue& catalogue, Records records,
                         const std::optional<LedgerHead>& kept)
    : state_(std::make_unique<State>(path, catalogue, std::move(records))) {
  if (kept) state_->log.require(*kept);
  state_->log.transaction([this] { state_->settle(); });
  state_->keep_snapshot();
}

Restriction::~Restriction() = default;

Decision Restriction::decide(const std::string& user, const Query& query) {
  State& state = *state_;
  require_short(user);
  require_restrictable(query, state.catalogue);
  const std::string text = normal_text(query, state.catalogue);
  Decision decision;
  const std::lock_guard guard(state.mutex);
  state.log.transaction([&] {
    state.settle();
    decision = state.decide(user, query, text);
  });
  state.keep_snapshot();
  return decision;
}

std::vector<Decision> Restriction::decide_all(const std::string& user, const std::vector<Query>& queries,
                                              const std::string& whole) {
  if (queries.size() == 1) return {decide(user, queries.front())};
  State& state = *state_;
  require_short(user);
  for (const Query& query : queries) require_restrictable(query, state.catalogue);
  std::vector<Decision> decisions;
  const std::lock_guard guard(state.mutex);
  try {
    state.log.transaction([&] {
      state.settle();
      decisions = state.decide_all(user, queries, whole);
    });
  } catch (const RefusedTogether& found) {
    state.log.transaction([&] {
      state.settle();
      decisions = {state.refuse_all(user, found.refusal, whole)};
    });
  }
  state.keep_snapshot();
  return decisions;
}

bool Restriction::keep_extremes(std::int64_t entry, const Extremes& units) {
  State& state = *state_;
  bool kept = false, same = true;
  const std::lock_guard guard(state.mutex);
  state.log.transaction([&] {
    state.settle();
    const AuditState::Entry* found = state.audit.entry(entry);
    same =
        found != nullptr && found->refusal == Refusal::none && audit_mode_of(found->query) != AuditMode::sums;
    if (!same) return;
    kept = found->answered;
    if (kept || !state.audit.is_open(entry)) return;
    LogRow row = state.log.row(RowKind::answer);
    row.entry = entry;
    row.text = extremes_text(units);
    state.log.add(std::move(row));
    state.settle();
    kept = true;
  });
  if (!same) {
    throw Error(ErrorCode::internal,
                "there is no MIN or MAX that was allowed as entry " + std::to_string(entry));
  }
  return kept;
}

LedgerHead Restriction::head() {
  State& state = *state_;
  const std::lock_guard guard(state.mutex);
  LedgerHead head;
  state.log.transaction([&] { head = {state.log.rows(), hexadecimal(state.log.chain())}; });
  return head;
}

void Restriction::record(const std::string& terms) {
  State& state = *state_;
  const std::lock_guard guard(state.mutex);
  state.log.transaction([&] {
    state.settle();
    if (!state.audit.recorded().empty()) return;
    LogRow row = state.log.row(RowKind::terms);
    row.query = terms;
    state.log.add(std::move(row));
    state.settle();
  });
}

bool Restriction::altered() const { return state_->log.altered(); }

const RestrictionTerms& Restriction::terms() const { return state_->audit.terms(); }
const std::string& Restriction::recorded() const { return state_->audit.recorded(); }

}  // namespace sfumato::queries
