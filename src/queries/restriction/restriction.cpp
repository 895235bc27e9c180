// Decisions in transactions of the log: read the decisions of other processes, decide, write the decision,
// and only then return it.
#include "queries/restriction.hpp"

#include <mutex>

#include "core/error.hpp"
#include "queries/restriction/audit_state.hpp"
#include "queries/restriction/decision_log.hpp"

namespace sfumato::queries {
namespace {

constexpr std::size_t max_user_bytes = 1 << 10;

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
        log(path, [this](const LogRow& row) { audit.apply(row); }) {}

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

  Catalogue catalogue;
  AuditState audit;
  DecisionLog log;
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
  state_->log.transaction([] {});
}

Restriction::~Restriction() = default;

Decision Restriction::decide(const std::string& user, const Query& query) {
  State& state = *state_;
  if (user.size() > max_user_bytes)
    bad_input("the user's name is too long", "use at most " + std::to_string(max_user_bytes) + " bytes");
  require_restrictable(query, state.catalogue);
  const std::string text = normal_text(query, state.catalogue);
  Decision decision;
  const std::lock_guard guard(state.mutex);
  state.log.transaction([&] { decision = state.decide(user, query, text); });
  return decision;
}

bool Restriction::keep_extremes(std::int64_t entry, const Extremes& units) {
  State& state = *state_;
  bool kept = false, same = true;
  const std::lock_guard guard(state.mutex);
  state.log.transaction([&] {
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
    if (!state.audit.recorded().empty()) return;
    LogRow row = state.log.row(RowKind::terms);
    row.query = terms;
    state.log.add(std::move(row));
  });
}

bool Restriction::altered() const { return state_->log.altered(); }

const RestrictionTerms& Restriction::terms() const { return state_->audit.terms(); }
const std::string& Restriction::recorded() const { return state_->audit.recorded(); }

}  // namespace sfumato::queries
