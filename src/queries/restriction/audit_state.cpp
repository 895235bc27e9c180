// Computes the state of the audit from the rows of the log; the result is the same in every process.
#include "queries/restriction/audit_state.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "core/error.hpp"

namespace sfumato::queries {
namespace {

[[noreturn]] void wrong_row(const LogRow& row, const std::string& what) {
  bad_input("row " + std::to_string(row.position) + " of the log of decisions " + what,
            "restore the database from a backup");
}

std::string digest_bytes(std::uint64_t digest) {
  std::string bytes(sizeof digest, '\0');
  std::memcpy(bytes.data(), &digest, sizeof digest);
  return bytes;
}

template <class Number>
bool read_number(std::string_view text, Number& number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size();
}

constexpr std::size_t key_digits = 64;

}  // namespace

std::string extremes_text(const Extremes& units) {
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i)
    text += (i > 0 ? "," : "") + (units[i] ? std::to_string(*units[i]) : std::string("-"));
  return text;
}

std::optional<Extremes> parse_extremes(const std::string& text) {
  Extremes units;
  constexpr std::int64_t farthest = std::int64_t{1} << 60;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = std::string_view(text).substr(begin, end - begin);
    std::int64_t number = 0;
    if (part == "-") {
      units.emplace_back();
    } else if (read_number(part, number) && number >= -farthest && number <= farthest) {
      units.emplace_back(number);
    } else {
      return std::nullopt;
    }
    begin = end + 1;
  }
  return units;
}

bool AnsweredSets::overlaps(const QuerySets& sets, const PublicCells& cells, std::int64_t limit) const {
  for (std::size_t group = 0; group < sets.sizes.size(); ++group) {
    const auto members =
        std::span(sets.cells).subspan(sets.starts[group], sets.starts[group + 1] - sets.starts[group]);
    for (const std::vector<std::uint64_t>& set : sets_) {
      std::int64_t records = 0;
      std::uint64_t shared = 0, own = 0;
      for (const std::uint32_t cell : members) {
        if ((set[cell / 64] >> (cell % 64) & 1) == 0) continue;
        ++shared;
        records += cells.weight(cell);
      }
      if (records <= limit) continue;
      for (const std::uint64_t word : set) own += static_cast<std::uint64_t>(std::popcount(word));
      if (shared != members.size() || shared != own) return true;
    }
  }
  return false;
}

void AnsweredSets::add(const QuerySets& sets, std::size_t cells) {
  for (std::size_t group = 0; group < sets.sizes.size(); ++group) {
    if (sets.sizes[group] == 0) continue;
    std::vector<std::uint64_t>& set = sets_.emplace_back((cells + 63) / 64, 0);
    for (std::uint64_t i = sets.starts[group]; i < sets.starts[group + 1]; ++i)
      set[sets.cells[i] / 64] |= std::uint64_t{1} << (sets.cells[i] % 64);
  }
}

AuditState::AuditState(const Catalogue& catalogue, Records records)
    : catalogue_(catalogue), records_(std::move(records)), cells_(catalogue.tables.size()) {}

// A decision of this process is processed at once: the audit includes it already.
void AuditState::apply(const LogRow& row) {
  if (row.kind == RowKind::opening) return open(row);
  pending_.push_back(row);
  if (already_applied_) settle({});
}

void AuditState::settle(const StoredSnapshot& stored) {
  std::vector<LogRow> rows;
  rows.swap(pending_);
  std::size_t start = 0;  // rows before it are in the snapshot
  const bool is_new = entries_.empty() && columns_.empty();
  for (std::size_t i = rows.size(); stored && is_new && i > 0 && start == 0; --i) {
    if (rows[i - 1].kind != RowKind::snapshot) continue;
    const std::optional<std::string> bytes = stored(rows[i - 1].text);
    if (bytes && load(*bytes)) start = i;
    if (start == 0) columns_.clear();
    break;  // there is one file: it is that of the latest row, or of none
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    process(rows[i], i < start);
    // A new state that could not use a snapshot needs another one.
    if (rows[i].kind == RowKind::snapshot && (i < start || !is_new)) since_snapshot_ = 0;
  }
}

void AuditState::process(const LogRow& row, bool audited) {
  switch (row.kind) {
    case RowKind::charge:
      return apply_decision(row, audited);
    case RowKind::answer:
      return apply_answer(row, audited);
    case RowKind::terms:
      return apply_terms(row);
    case RowKind::snapshot:
      return;
    default:
      break;
  }
  wrong_row(row, "has an unknown kind");
}

// Cells are not computed again: they depend on the data and on the opening, which is unique.
void AuditState::open(const LogRow& row) {
  const std::size_t space = row.text.find(' ');
  std::uint64_t prime = 0;
  bool good = space != std::string::npos && row.text.size() == space + 1 + key_digits &&
              read_number(std::string_view(row.text).substr(0, space), prime) && prime >> 60 == 1 &&
              is_prime(prime) && row.asked >= 1 && row.asked <= max_least && row.charged >= -1;
  for (std::size_t i = 0; good && i < key_.size(); ++i)
    good = read_number(std::string_view(row.text).substr(space + 1 + 8 * i, 8), key_[i], 16);
  if (!good) wrong_row(row, "has terms that are not valid");
  field_ = PrimeField(prime);
  terms_ = {row.asked, row.charged < 0 ? std::nullopt : std::optional(row.charged)};
  recorded_ = row.query;
  columns_.clear();
  entries_.clear();
  number_of_.clear();
  already_applied_ = false;
  pending_.clear();
  since_snapshot_ = 0;
}

void AuditState::apply_terms(const LogRow& row) {
  if (row.query.empty() || !recorded_.empty()) wrong_row(row, "records the terms of the database again");
  recorded_ = row.query;
}

PublicCells& AuditState::cells(std::size_t table) {
  if (!cells_[table]) {
    const CatalogueTable& declared = catalogue_.tables[table];
    SecureRng::Key key = key_;
    key[0] ^= static_cast<std::uint32_t>(table);
    cells_[table] = std::make_unique<PublicCells>(declared, *records_(table, public_columns(declared)),
                                                  field_, key, static_cast<std::uint32_t>(most() + 1));
  }
  return *cells_[table];
}

AuditState::Column& AuditState::column(const Query& query) {
  return columns_[{query.table, audited_column(query)}];
}

const AuditState::Entry* AuditState::entry(std::int64_t number) const {
  return number < 1 || number > entries() ? nullptr : &entries_[static_cast<std::size_t>(number - 1)];
}

std::int64_t AuditState::number_of(const std::string& query) const {
  const auto found = number_of_.find(query);
  return found == number_of_.end() ? 0 : found->second;
}

bool AuditState::is_open(std::int64_t number) const {
  const Entry* found = entry(number);
  if (found == nullptr) return false;
  const auto column = columns_.find({found->query.table, audited_column(found->query)});
  return column != columns_.end() && column->second.open_entry == number;
}

SumAudit& AuditState::sums_of(Column& column, const Query& query) {
  if (!column.sums) column.sums = std::make_unique<SumAudit>(cells(query.table), field_, most());
  return *column.sums;
}

// Made when the kind of the column's audit is MIN or MAX, or for a trial of it; then it is empty.
ExtremeAudit& AuditState::extremes_of(Column& column, const Query& query) {
  const CatalogueColumn& declared = catalogue_.tables[query.table].columns[*query.column];
  const bool maximum = audit_mode_of(query) == AuditMode::maximum;
  if (!column.extremes || !column.mode) {
    column.extremes =
        std::make_unique<ExtremeAudit>(cells(query.table), maximum ? declared.last() : -declared.first());
  }
  return *column.extremes;
}

// Adds the sets if they are allowed; those of MIN and MAX are added when their answers are known.
Refusal AuditState::audit(const Query& query, const QuerySets& sets, Column& column, bool search) {
  PublicCells& own = cells(query.table);
  const AuditMode mode = audit_mode_of(query);
  if (column.mode && *column.mode != mode) return Refusal::other_kind;
  if (terms_.overlap && search && column.answered.overlaps(sets, own, *terms_.overlap))
    return Refusal::overlap;
  Refusal refusal = Refusal::none;
  if (mode == AuditMode::sums) {
    refusal = sums_of(column, query).decide(sets, search);
  } else {
    const ExtremeAudit& extremes = extremes_of(column, query);
    if (search) refusal = extremes.decide(sets);
  }
  if (refusal != Refusal::none) return refusal;
  column.mode = mode;
  if (terms_.overlap) column.answered.add(sets, own.size());
  return Refusal::none;
}

Refusal AuditState::set_size_refusal(const QuerySets& sets, std::size_t table) {
  std::int64_t records = 0;
  for (const std::int64_t size : sets.sizes) {
    records += size;
    if (size > 0 && (size < terms_.least || size > cells(table).records() - terms_.least))
      return Refusal::set_size;
  }
  return records == 0 ? Refusal::set_size : Refusal::none;
}

Refusal AuditState::trial(const Query& query) {
  const QuerySets sets = cells(query.table).sets(query);
  if (const Refusal refusal = set_size_refusal(sets, query.table); refusal != Refusal::none) return refusal;
  Column& own = column(query);
  const AuditMode mode = audit_mode_of(query);
  if (own.mode && *own.mode != mode) return Refusal::other_kind;
  if (terms_.overlap && own.answered.overlaps(sets, cells(query.table), *terms_.overlap))
    return Refusal::overlap;
  if (mode == AuditMode::sums) return sums_of(own, query).trial(sets);
  return extremes_of(own, query).decide(sets);
}

Refusal AuditState::decide(const Query& query, LogRow& row) {
  PublicCells& own = cells(query.table);
  const QuerySets sets = own.sets(query);
  Refusal refusal = set_size_refusal(sets, query.table);
  if (refusal == Refusal::none) refusal = audit(query, sets, column(query), true);
  row.entry = entries() + 1;
  row.asked = static_cast<std::int64_t>(refusal);
  if (refusal == Refusal::none) row.footprint = digest_bytes(own.digest());
  already_applied_ = true;
  return refusal;
}

void AuditState::apply_decision(const LogRow& row, bool audited) {
  if (row.entry != entries() + 1 || row.asked < 0 || row.asked > static_cast<std::int64_t>(Refusal::capacity))
    wrong_row(row, "has a number or decision that is not valid");
  Entry entry{{}, static_cast<Refusal>(row.asked), false};
  const bool allowed = entry.refusal == Refusal::none;
  if (allowed) entry.query = parse_query(row.query, catalogue_);  // a refused one may have several aggregates
  if (allowed && !already_applied_) {
    require_restrictable(entry.query, catalogue_);
    PublicCells& own = cells(entry.query.table);
    if (row.footprint != digest_bytes(own.digest()))
      wrong_row(row, "was decided for other records than the current ones");
    if (!audited && audit(entry.query, own.sets(entry.query), column(entry.query), false) != Refusal::none)
      wrong_row(row, "allows a question that the audit refuses");
  }
  already_applied_ = false;
  since_snapshot_ += allowed ? 1 : 0;
  if (allowed && !audited && audit_mode_of(entry.query) != AuditMode::sums)
    column(entry.query).open_entry = row.entry;
  entries_.push_back(std::move(entry));
  number_of_[row.query] = row.entry;
}

void AuditState::apply_answer(const LogRow& row, bool audited) {
  if (audited && entry(row.entry) != nullptr) {
    entries_[static_cast<std::size_t>(row.entry - 1)].answered = true;
    return;
  }
  const auto units = parse_extremes(row.text);
  if (!units || !is_open(row.entry)) wrong_row(row, "answers a question that is not open");
  Entry& answered = entries_[static_cast<std::size_t>(row.entry - 1)];
  Extremes values = *units;
  if (audit_mode_of(answered.query) == AuditMode::minimum) {
    for (auto& value : values)
      if (value) value = -*value;
  }
  Column& own = column(answered.query);
  own.extremes->answer(cells(answered.query.table).sets(answered.query), values);
  own.open_entry = 0;
  answered.answered = true;
}

}  // namespace sfumato::queries
