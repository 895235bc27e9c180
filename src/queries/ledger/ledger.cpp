// Charges, answers, quotas and what is left: decided inside the transaction that writes them, so that no two
// can spend the same ε.
#include "queries/ledger.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>

#include "core/error.hpp"
#include "core/secure_rng.hpp"
#include "queries/ledger/ledger_state.hpp"

namespace sfumato::queries {

namespace {

// SQLite takes a thousand million bytes in a row; nothing sensible comes near these.
constexpr std::size_t most_user_bytes = 1 << 10;
constexpr std::size_t most_query_bytes = 1 << 24;
constexpr std::size_t most_answer_bytes = 1 << 28;

void need_size(const std::string& what, std::size_t size, std::size_t most) {
  if (size > most)
    bad_input(what + " has " + std::to_string(size) + " bytes, which is too long for the ledger",
              "at most " + std::to_string(most) + " bytes fit");
}

std::string random_digits() {
  std::uint64_t words[4];
  system_entropy(words);
  return hexadecimal(sha256({reinterpret_cast<const char*>(words), sizeof words}));
}

void sync_path(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = file >= 0 && fsync(file) == 0;
  const int reason = errno;
  if (file >= 0) close(file);
  if (!good) throw Error(ErrorCode::input_output, "cannot sync " + path + ": " + std::strerror(reason));
}

void write_opening(const std::string& path, const LedgerTerms& terms) {
  SqliteFile file(path);
  file.run("PRAGMA journal_mode = WAL");
  file.run("BEGIN IMMEDIATE");
  file.run(("PRAGMA application_id = " + std::to_string(ledger_application)).c_str());
  file.run(("PRAGMA user_version = " + std::to_string(ledger_format)).c_str());
  file.run(log_table);
  LogRow row = LogState().next_row(RowKind::opening);
  row.asked = terms.cap;
  row.charged = terms.neighbours == Neighbours::replace ? 0 : 1;
  row.text = random_digits();
  row.chain = link(Digest{}, row);
  LogRows(file).insert(row);
  file.run("COMMIT");
}

// What of a charge is known before anybody's turn.
struct Question {
  const std::string& user;
  const std::string& query;
  StoredFootprint stored;
  std::string bytes;
};

// Nothing of a user's text is looked at here but whether it is the same as another.
Charge decide(const Question& question, const std::function<void(LogRow)>& add, LogState& log,
              LogRows& rows) {
  const std::int64_t asked = question.stored.footprint.micro_epsilon;
  const std::int64_t left = log.cap() - log.spent();
  if (const LogState::Entry* same = log.same_question(question.query, asked)) {
    if (same->answer == 0) return {Charge::Outcome::granted, same->number, 0, left, {}};
    return {Charge::Outcome::known, same->number, 0, left, rows.text(same->answer)};
  }
  const std::int64_t growth = log.growth(question.stored);
  const auto quota = log.quota(question.user);
  const bool over_cap = growth > left || asked > log.cap();
  if (over_cap || (quota && growth > *quota - log.spent_by(question.user))) {
    log.forget_growth();
    return {over_cap ? Charge::Outcome::over_cap : Charge::Outcome::over_quota, 0, growth, left, {}};
  }
  LogRow row = log.next_row(RowKind::charge);
  row.user = question.user;
  row.query = question.query;
  row.entry = log.entries() + 1;
  row.asked = asked;
  row.charged = growth;
  row.footprint = question.bytes;
  const std::int64_t entry = row.entry;
  add(std::move(row));
  return {Charge::Outcome::granted, entry, growth, left - growth, {}};
}

}  // namespace

void Ledger::create(const std::string& path, const LedgerTerms& terms) {
  if (terms.cap < 0 || terms.cap > largest_micro_epsilon)
    bad_input("a budget of " + std::to_string(terms.cap) + " micro-ε is not possible",
              "it lies between 0 and " + std::to_string(largest_micro_epsilon));
  for (const char* other : {"-wal", "-shm", "-journal"})
    if (std::filesystem::exists(path + other))
      bad_input(path + other + " is there already", "remove it first");
  const int made = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (made < 0) {
    if (errno == EEXIST) bad_input(path + " is there already", "a ledger is never overwritten");
    throw Error(ErrorCode::input_output, "cannot make " + path + ": " + std::strerror(errno));
  }
  close(made);
  try {
    write_opening(path, terms);
    const Turn lock(path + "-lock");
    sync_path(path);
    const std::string folder = std::filesystem::path(path).parent_path().string();
    sync_path(folder.empty() ? "." : folder);
  } catch (...) {
    for (const char* other : {"", "-wal", "-shm", "-lock"}) unlink((path + other).c_str());
    try {
      throw;
    } catch (const SqliteFailure& failure) {
      throw_failure(failure, path);
    }
  }
}

Ledger::Ledger(const std::string& path) try : state_(std::make_unique<State>(path)) {
} catch (const SqliteFailure& failure) {
  throw_failure(failure, path);
}

Ledger::~Ledger() = default;

Charge Ledger::charge(const std::string& user, const std::string& query, const Footprint& footprint,
                      const Catalogue& catalogue) {
  need_size("the user's name", user.size(), most_user_bytes);
  need_size("the query", query.size(), most_query_bytes);
  if (footprint.micro_epsilon < 1 || footprint.micro_epsilon > largest_micro_epsilon)
    bad_input("ε of " + std::to_string(footprint.micro_epsilon) + " micro-ε is not possible",
              "it lies between 1 and " + std::to_string(largest_micro_epsilon));
  if (!storable(footprint, catalogue)) throw Error(ErrorCode::internal, "a footprint does not fit its table");
  Footprint narrow = footprint;
  for (RangeSet& values : narrow.values) values = widened(values);
  Question question{user, query, stored_footprint(narrow, catalogue), {}};
  question.bytes = footprint_bytes(question.stored);
  Charge result;
  bool fits = true;
  State& state = *state_;
  LedgerTask task{[&] {
                    fits = state.log.fits(question.stored);
                    if (!fits) return;
                    result = decide(
                        question, [&](LogRow row) { state.add(std::move(row)); }, state.log,
                        state.ledger.rows);
                  },
                  {}};
  state.commit(task);
  if (!fits)
    bad_input("the catalogue describes table " + catalogue.tables[footprint.table].name +
                  " otherwise than when earlier questions were charged",
              "put back the catalogue that the database was made with, or make a database anew");
  return result;
}

std::string Ledger::keep_answer(std::int64_t entry, const std::string& answer) {
  need_size("the answer", answer.size(), most_answer_bytes);
  if (answer.empty()) throw Error(ErrorCode::internal, "an empty answer cannot be kept");
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

void Ledger::set_quota(const std::string& user, std::optional<std::int64_t> micro_epsilon) {
  need_size("the user's name", user.size(), most_user_bytes);
  if (micro_epsilon && (*micro_epsilon < 0 || *micro_epsilon > largest_micro_epsilon))
    bad_input("a quota of " + std::to_string(*micro_epsilon) + " micro-ε is not possible",
              "it lies between 0 and " + std::to_string(largest_micro_epsilon));
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
  state_->look([&] {
    const LogState& log = state_->log;
    balance.cap = log.cap();
    balance.spent = log.spent();
    if (!user) return;
    balance.quota = log.quota(*user);
    balance.spent_by_user = log.spent_by(*user);
  });
  return balance;
}

LedgerHead Ledger::head() const {
  LedgerHead head;
  state_->look([&] { head = {state_->log.rows(), hexadecimal(state_->log.chain())}; });
  return head;
}

std::vector<LedgerEntry> Ledger::entries() const {
  std::vector<LedgerEntry> entries;
  state_->look([&] {
    LogRows& rows = state_->ledger.rows;
    std::optional<LogRow> row;
    for (rows.from(0); rows.next(row);) {
      if (row && row->kind == RowKind::charge)
        entries.push_back({row->entry,
                           row->time,
                           row->user,
                           row->query,
                           row->asked,
                           row->charged,
                           {},
                           hexadecimal(row->chain)});
      if (row && row->kind == RowKind::answer && row->entry >= 1 &&
          row->entry <= static_cast<std::int64_t>(entries.size()))
        entries[static_cast<std::size_t>(row->entry - 1)].answer = row->text;
    }
    rows.done();
  });
  return entries;
}

LedgerCheck Ledger::verify(const std::optional<LedgerHead>& kept) const {
  state_->need_own_process();
  LedgerCheck check;
  LogState log;
  const auto find = [&](std::string finding) {
    check.intact = false;
    check.finding = std::move(finding);
  };
  try {
    LedgerFile own(state_->ledger.file.path());  // nobody waits for us
    own.file.run("BEGIN");
    std::optional<LogRow> row;
    bool head_seen = !kept;
    own.rows.from(std::numeric_limits<std::int64_t>::min());
    while (check.intact && own.rows.next(row)) {
      const std::string name = "row " + std::to_string(log.rows());
      if (!row)
        find(name + " has values that a ledger does not have");
      else if (const auto wrong = log.append(*row, LogState::Check::charges))
        find(name + ": " + *wrong);
      head_seen = head_seen || (log.rows() == kept->rows && hexadecimal(log.chain()) == kept->chain);
    }
    own.rows.done();
    if (check.intact && log.rows() == 0) find("it has no opening");
    if (check.intact && !head_seen)
      find(log.rows() < kept->rows
               ? "rows are gone at the end: there were " + std::to_string(kept->rows) + ", there are " +
                     std::to_string(log.rows())
               : "the chain is another than the one that was kept at row " + std::to_string(kept->rows));
    if (const std::string structure = own.file.text("PRAGMA integrity_check(1)");
        check.intact && structure != "ok")
      find("the file is damaged: " + structure);
  } catch (const SqliteFailure& failure) {
    if (!failure.damaged()) throw_failure(failure, state_->ledger.file.path());
    find("the file is damaged: " + failure.message);
  } catch (const Error& error) {
    if (error.code != ErrorCode::bad_input) throw;
    find(error.message);
  }
  check.entries = log.entries();
  return check;
}

}  // namespace sfumato::queries
