// Reads the log: questions, users, and whether every row is unchanged.
#include <charconv>
#include <limits>

#include "core/error.hpp"
#include "queries/ledger.hpp"
#include "queries/ledger/ledger_state.hpp"

namespace sfumato::queries {

namespace {

EntryKind kind_of(RowKind kind) {
  if (kind == RowKind::repeat) return EntryKind::repeated;
  if (kind == RowKind::over_cap) return EntryKind::over_cap;
  return kind == RowKind::over_quota ? EntryKind::over_quota : EntryKind::granted;
}

bool is_question(RowKind kind) {
  return kind == RowKind::charge || kind == RowKind::repeat || kind == RowKind::over_cap ||
         kind == RowKind::over_quota;
}

// The rows were checked before.
std::int64_t charged_to_user(const LogRow& row) {
  std::int64_t number = 0;
  if (row.kind == RowKind::charge)
    std::from_chars(row.text.data(), row.text.data() + row.text.size(), number);
  return number;
}

}  // namespace

std::vector<std::string> Ledger::notes() const {
  std::vector<std::string> all;
  state_->read([&] {
    LogRows& rows = state_->ledger.rows;
    std::optional<LogRow> row;
    for (rows.from(0); rows.next(row);)
      if (row && row->kind == RowKind::note) {
        all.push_back(std::move(row->text));
      } else if (row && row->kind == RowKind::refresh && !row->text.empty()) {
        all.push_back("a second protection of the same records was accepted: " + row->text);
      }
    rows.done();
  });
  return all;
}

std::vector<LedgerEntry> Ledger::entries() const {
  std::vector<LedgerEntry> granted;
  for (LedgerEntry& entry : questions())
    if (entry.kind == EntryKind::granted) granted.push_back(std::move(entry));
  return granted;
}

std::vector<LedgerEntry> Ledger::questions() const {
  std::vector<LedgerEntry> all;
  std::vector<std::size_t> places;  // of the entries
  state_->read([&] {
    LogRows& rows = state_->ledger.rows;
    std::optional<LogRow> row;
    for (rows.from(0); rows.next(row);) {
      if (!row) continue;
      const bool has_entry = row->entry >= 1 && row->entry <= static_cast<std::int64_t>(places.size());
      if (row->kind == RowKind::answer && has_entry)
        all[places[static_cast<std::size_t>(row->entry - 1)]].answer = row->text;
      if (!is_question(row->kind)) continue;
      if (row->kind == RowKind::charge) places.push_back(all.size());
      if (row->kind == RowKind::repeat && has_entry)
        row->query = all[places[static_cast<std::size_t>(row->entry - 1)]].query;
      all.push_back({row->entry,
                     row->time,
                     row->user,
                     row->query,
                     row->asked,
                     row->charged,
                     {},
                     hexadecimal(row->chain),
                     kind_of(row->kind),
                     row->position,
                     charged_to_user(*row)});
    }
    rows.done();
  });
  return all;
}

LedgerCheck Ledger::verify(const std::optional<LedgerHead>& kept) const {
  state_->require_same_process();
  LedgerCheck check;
  LogState log;
  const auto find = [&](std::string finding) {
    check.intact = false;
    check.finding = std::move(finding);
  };
  try {
    LedgerFile own(state_->ledger.file.path());  // a separate connection: writers do not wait
    own.file.run("BEGIN");
    std::optional<LogRow> row;
    bool head_seen = !kept;
    own.rows.from(std::numeric_limits<std::int64_t>::min());
    while (check.intact && own.rows.next(row)) {
      const std::string name = "row " + std::to_string(log.rows());
      if (!row) {
        find(name + " has values of a wrong type");
      } else if (const auto wrong = log.append(*row, LogState::Check::charges)) {
        find(name + ": " + *wrong);
      }
      head_seen = head_seen || (log.rows() == kept->rows && hexadecimal(log.chain()) == kept->chain);
    }
    own.rows.done();
    if (check.intact && log.rows() == 0) find("the log has no opening row");
    if (check.intact && !head_seen) {
      find(log.rows() < kept->rows
               ? "rows are missing at the end: expected " + std::to_string(kept->rows) + ", found " +
                     std::to_string(log.rows())
               : "the chain differs from the head that was kept, at row " + std::to_string(kept->rows));
    }
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
  check.rows = log.rows();
  return check;
}

}  // namespace sfumato::queries
