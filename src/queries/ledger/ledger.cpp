// Charges, answers, quotas and the balance: decided inside the transaction that writes them, so that two
// charges cannot spend the same ε.
#include "queries/ledger.hpp"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "core/error.hpp"
#include "core/secure_rng.hpp"
#include "queries/ledger/ledger_state.hpp"
#include "queries/ledger/new_log.hpp"

namespace sfumato::queries {

namespace {

// SQLite allows 10^9 bytes in a row; reasonable values are far below these limits.
constexpr std::size_t max_user_bytes = 1 << 10;
constexpr std::size_t max_stored_bytes = 1 << 24;
constexpr std::size_t max_note_bytes = 1 << 12;
constexpr std::size_t max_answer_bytes = 1 << 28;

void require_size(const std::string& what, std::size_t size, std::size_t most) {
  if (size > most) {
    bad_input(what + " has " + std::to_string(size) + " bytes, which is too long for the ledger",
              "shorten it to at most " + std::to_string(most) + " bytes");
  }
}

std::string random_digits() {
  std::uint64_t words[4];
  system_entropy(words);
  return hexadecimal(sha256({reinterpret_cast<const char*>(words), sizeof words}));
}

// The part of a charge that is known before the transaction.
struct AskedQuery {
  const std::string& user;
  const std::string& query;
  const StoredFootprint& stored;
  const std::string& bytes;
};

Balance balance_of(const std::optional<std::string>& user, const LogState& log) {
  Balance balance{.cap = log.cap(), .spent = log.spent(), .quota = {}, .spent_by_user = 0};
  if (!user) return balance;
  balance.quota = log.quota(*user);
  balance.spent_by_user = log.spent_by(*user);
  return balance;
}

// The result of a charge and its row; for `known` still without its answer. A user's text is only compared
// with other texts. If the charge is not granted, the cost account is restored.
std::pair<Charge, LogRow> decide(const AskedQuery& question, LogState& log) {
  const std::int64_t asked = question.stored.footprint.micro_epsilon;
  const auto result_of = [&](Charge::Outcome outcome, std::int64_t entry, std::int64_t charged) {
    const Balance balance = balance_of(question.user, log);
    return Charge{outcome, entry, charged, balance.left_of_user(), balance.left(), {}};
  };
  const auto row_of = [&](RowKind kind, std::int64_t entry) {
    LogRow row = log.next_row(kind);
    row.user = question.user;
    row.entry = entry;
    row.asked = asked;
    if (kind != RowKind::repeat) row.query = question.query;
    return row;
  };
  if (const LogState::Entry* same = log.same_question(question.user, question.query, asked)) {
    const auto outcome = same->answer == 0 ? Charge::Outcome::granted : Charge::Outcome::known;
    return {result_of(outcome, same->number, 0), row_of(RowKind::repeat, same->number)};
  }
  const LogState::Growth growth = log.growth(question.user, question.stored);
  const auto quota = log.quota(question.user);
  // The quota first: a user who may not spend more learns nothing about the spending of others.
  const bool over_quota = asked <= log.cap() && quota && log.spent_by(question.user) > *quota;
  if (over_quota || asked > log.cap() || log.spent() > log.cap()) {
    log.forget_growth();
    return {result_of(over_quota ? Charge::Outcome::over_quota : Charge::Outcome::over_cap, 0, growth.own),
            row_of(over_quota ? RowKind::over_quota : RowKind::over_cap, 0)};
  }
  LogRow row = row_of(RowKind::charge, log.entries() + 1);
  row.charged = growth.all;
  row.text = std::to_string(growth.own);
  row.footprint = question.bytes;
  Charge granted = result_of(Charge::Outcome::granted, row.entry, growth.own);
  return {std::move(granted), std::move(row)};
}

// Several questions with the same footprint: their costs together are the cost of one question with the sum
// of their ε. The refusal of all and its row, or none if the budget covers all that were not granted before.
std::optional<std::pair<Charge, LogRow>> refused_together(const std::string& user,
                                                          const std::vector<std::string>& queries,
                                                          const std::string& whole, StoredFootprint stored,
                                                          LogState& log) {
  const std::int64_t each = stored.footprint.micro_epsilon;
  std::int64_t asked = 0;
  for (std::size_t i = 0; i < queries.size() && asked <= log.cap(); ++i) {
    const auto earlier = queries.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(queries.begin(), earlier, queries[i]) != earlier) continue;
    if (log.same_question(user, queries[i], each) == nullptr) asked += each;
  }
  if (asked == 0) return std::nullopt;
  LogState::Growth growth{asked, asked};
  bool over_quota = false, over_cap = asked > log.cap();
  if (!over_cap) {
    stored.footprint.micro_epsilon = asked;
    growth = log.growth(user, stored);
    const auto quota = log.quota(user);
    over_quota = quota && log.spent_by(user) > *quota;
    over_cap = log.spent() > log.cap();
    log.forget_growth();
  }
  if (!over_quota && !over_cap) return std::nullopt;
  LogRow row = log.next_row(over_quota ? RowKind::over_quota : RowKind::over_cap);
  row.user = user;
  row.asked = asked;
  row.query = whole;
  const Balance balance = balance_of(user, log);
  const auto outcome = over_quota ? Charge::Outcome::over_quota : Charge::Outcome::over_cap;
  return std::pair(Charge{outcome, 0, growth.own, balance.left_of_user(), balance.left(), {}},
                   std::move(row));
}

// Even if none of several questions is charged.
bool has_room_for_all(const std::string& user, const std::vector<std::string>& queries,
                      const std::string& footprint, const LogState& log) {
  LogRow all = log.next_row(RowKind::charge);
  all.user = user;
  constexpr std::size_t other_members = 256;
  for (const std::string& query : queries) {
    all.query += query;
    all.footprint += footprint + std::string(user.size() + other_members, ' ');
  }
  return log.has_room(all);
}

// Rolls back the transaction if one of several questions was not charged after all.
void require_charged(bool room, const Charge& charge) {
  if (room && (charge.outcome == Charge::Outcome::granted || charge.outcome == Charge::Outcome::known))
    return;
  throw Error(ErrorCode::internal, "several questions were not charged together");
}

}  // namespace

void Ledger::create(const std::string& path, const LedgerTerms& terms) {
  if (terms.cap < 0 || terms.cap > largest_micro_epsilon) {
    bad_input("a budget of " + std::to_string(terms.cap) + " micro-ε is not possible",
              "choose 0 to " + std::to_string(largest_micro_epsilon));
  }
  require_size("the catalogue with the terms", terms.recorded.size(), max_stored_bytes);
  LogRow row = LogState().next_row(RowKind::opening);
  row.asked = terms.cap;
  row.charged = terms.neighbours == Neighbours::replace ? 0 : 1;
  row.query = terms.recorded;
  row.text = random_digits();
  try {
    create_log(path, "a ledger", ledger_application, ledger_format, std::move(row));
  } catch (const SqliteFailure& failure) {
    throw_failure(failure, path);
  }
}

Ledger::Ledger(const std::string& path) try : state_(std::make_unique<State>(path)) {
} catch (const SqliteFailure& failure) {
  throw_failure(failure, path);
}

Ledger::~Ledger() = default;

Charge Ledger::charge(const std::string& user, const std::string& query, const Footprint& footprint,
                      const Catalogue& catalogue) {
  return charge_all(user, {query}, query, footprint, catalogue).front();
}

std::vector<Charge> Ledger::charge_all(const std::string& user, const std::vector<std::string>& queries,
                                       const std::string& whole, const Footprint& footprint,
                                       const Catalogue& catalogue) {
  require_size("the user's name", user.size(), max_user_bytes);
  require_size("the query", whole.size(), max_stored_bytes);
  for (const std::string& query : queries) require_size("the query", query.size(), max_stored_bytes);
  if (footprint.micro_epsilon < 0 || footprint.micro_epsilon > largest_micro_epsilon) {
    bad_input("ε of " + std::to_string(footprint.micro_epsilon) + " micro-ε is not possible",
              "choose 0 to " + std::to_string(largest_micro_epsilon));
  }
  if (!storable(footprint, catalogue)) throw Error(ErrorCode::internal, "a footprint does not fit its table");
  Footprint narrow = footprint;
  for (RangeSet& values : narrow.values) values = widened(values);
  const StoredFootprint stored = stored_footprint(narrow, catalogue);
  const std::string bytes = footprint_bytes(stored);
  std::vector<Charge> result;
  bool fits = true, room = true, current = true;
  State& state = *state_;
  // Adds a decision and its row. Without room for a row that charges nothing, `room` is false.
  const auto settle = [&](std::pair<Charge, LogRow>&& decided) {
    auto& [charge, row] = decided;
    const bool charges = row.kind == RowKind::charge && charge.charged > 0;
    room = charges || state.log.has_room(row);
    if (!room && row.kind == RowKind::charge) state.log.forget_growth();
    if (!room) return;
    if (charge.outcome == Charge::Outcome::known)
      charge.answer = state.ledger.rows.text(state.log.entry(charge.entry)->answer);
    state.add(std::move(row));
    result.push_back(std::move(charge));
  };
  LedgerTask task{[&] {
                    current = !state.pinned || *state.pinned == state.log.version();
                    if (!current) return;
                    fits = state.log.fits(stored);
                    if (!fits) return;
                    if (queries.size() > 1) {
                      if (auto refused = refused_together(user, queries, whole, stored, state.log)) {
                        settle(*std::move(refused));
                        return;
                      }
                      room = has_room_for_all(user, queries, bytes, state.log);
                      if (!room) return;
                    }
                    for (const std::string& query : queries) {
                      settle(decide({user, query, stored, bytes}, state.log));
                      if (queries.size() > 1) require_charged(room, result.back());
                    }
                  },
                  {}};
  state.commit(task);
  if (!current) {
    throw Error(ErrorCode::internal, "the data of the database were replaced while it was open",
                "open the database again; nothing was charged");
  }
  if (!room) {
    throw Error(ErrorCode::refused, "this user has too many questions in the log that charged nothing",
                "the administrator of the database can allow more by setting the user's quota again");
  }
  if (!fits) {
    bad_input("the catalogue describes table " + catalogue.tables[footprint.table].name +
                  " differently than when earlier questions were charged",
              "restore the catalogue with which the database was created, or create a new database");
  }
  return result;
}

std::string Ledger::keep_answer(std::int64_t entry, const std::string& answer) {
  require_size("the answer", answer.size(), max_answer_bytes);
  if (answer.empty()) throw Error(ErrorCode::internal, "an empty answer cannot be stored");
  std::string kept;
  bool there = true;
  State& state = *state_;
  LedgerTask task{[&] {
                    const LogState::Entry* found = state.log.entry(entry);
                    there = found != nullptr;
                    if (!there) return;
                    kept = found->answer == 0 ? answer : state.ledger.rows.text(found->answer);
                    if (found->answer != 0) return;
                    LogRow row = state.log.next_row(RowKind::answer);
                    row.entry = entry;
                    row.text = answer;
                    state.add(std::move(row));
                  },
                  {}};
  state.commit(task);
  if (!there) throw Error(ErrorCode::internal, "the ledger has no entry " + std::to_string(entry));
  return kept;
}

void Ledger::add_note(const std::string& text) {
  require_size("the note", text.size(), max_note_bytes);
  state_->append(RowKind::note, [&](LogRow& row) { row.text = text; });
}

void Ledger::record_token(const std::string& user, const std::string& record) {
  require_size("the user's name", user.size(), max_user_bytes);
  require_size("the record of a token", record.size(), max_note_bytes);
  state_->append(RowKind::token, [&](LogRow& row) {
    row.user = user;
    row.text = record;
  });
}

std::optional<std::string> Ledger::token_record(const std::string& user) const {
  std::optional<std::string> record;
  state_->read([&] { record = state_->log.token(user); });
  return record;
}

void Ledger::refresh(const std::string& terms, const std::string& reason) {
  require_size("the catalogue with the terms", terms.size(), max_stored_bytes);
  require_size("the reason", reason.size(), max_note_bytes);
  state_->append(RowKind::refresh, [&](LogRow& row) {
    row.query = terms;
    row.text = reason;
  });
}

std::int64_t Ledger::version() const {
  std::int64_t version = 0;
  state_->read([&] { version = state_->log.version(); });
  return version;
}

void Ledger::pin() {
  state_->read([&] { state_->pinned = state_->log.version(); });
}

bool Ledger::outdated() const {
  bool other = false;
  state_->read([&] { other = state_->pinned && *state_->pinned != state_->log.version(); });
  return other;
}

void Ledger::set_quota(const std::string& user, std::optional<std::int64_t> micro_epsilon) {
  require_size("the user's name", user.size(), max_user_bytes);
  if (micro_epsilon && (*micro_epsilon < 0 || *micro_epsilon > largest_micro_epsilon)) {
    bad_input("a quota of " + std::to_string(*micro_epsilon) + " micro-ε is not possible",
              "choose 0 to " + std::to_string(largest_micro_epsilon));
  }
  State& state = *state_;
  LedgerTask task{[&] {
                    LogRow row = state.log.next_row(RowKind::quota);
                    row.user = user;
                    row.asked = micro_epsilon.value_or(-1);
                    state.add(std::move(row));
                  },
                  {}};
  state.commit(task);
}

Balance Ledger::balance(const std::optional<std::string>& user) const {
  Balance balance;
  state_->read([&] { balance = balance_of(user, state_->log); });
  return balance;
}

void Ledger::require(const LedgerHead& kept) { state_->require(kept); }

bool Ledger::altered() const { return state_->altered; }

LedgerTerms Ledger::terms() const {
  LedgerTerms terms;
  state_->read([&] { terms = {state_->log.cap(), state_->log.neighbours(), state_->log.recorded()}; });
  return terms;
}

std::string Ledger::recorded() const { return terms().recorded; }

void Ledger::record(const std::string& terms) {
  require_size("the catalogue with the terms", terms.size(), max_stored_bytes);
  State& state = *state_;
  LedgerTask task{[&] {
                    if (!state.log.recorded().empty()) return;
                    LogRow row = state.log.next_row(RowKind::terms);
                    row.query = terms;
                    state.add(std::move(row));
                  },
                  {}};
  state.commit(task);
}

LedgerHead Ledger::head() const {
  LedgerHead head;
  state_->read([&] { head = {state_->log.rows(), hexadecimal(state_->log.chain())}; });
  return head;
}

}  // namespace sfumato::queries
