// The audits of all columns as bytes, and back.
#include <algorithm>

#include "queries/restriction/audit_state.hpp"

namespace sfumato::queries {

void AnsweredSets::save(SnapshotWriter& out) const {
  out.number(sets_.size());
  for (const std::vector<std::uint64_t>& set : sets_) out.list(set);
}

void AnsweredSets::load(SnapshotReader& in) {
  sets_.resize(in.count());
  for (std::vector<std::uint64_t>& set : sets_) in.list(set);
}

std::string AuditState::snapshot() const {
  SnapshotWriter out;
  save(out);
  return out.take();
}

std::size_t AuditState::snapshot_bytes() const {
  SnapshotWriter out(true);
  save(out);
  return out.size();
}

// A column without an answer has nothing to save.
void AuditState::save(SnapshotWriter& out) const {
  out.number(static_cast<std::uint64_t>(std::count_if(
      columns_.begin(), columns_.end(), [](const auto& one) { return one.second.mode.has_value(); })));
  for (const auto& [key, column] : columns_) {
    if (!column.mode) continue;
    out.number(key.first);
    out.number(key.second ? *key.second + 1 : 0);
    out.number(column.mode ? static_cast<std::uint64_t>(*column.mode) + 1 : 0);
    out.number(static_cast<std::uint64_t>(column.open_entry));
    column.answered.save(out);
    out.number(column.sums ? 1 : column.extremes ? 2 : 0);
    if (column.sums) {
      column.sums->save(out);
    } else if (column.extremes) {
      column.extremes->save(out);
    }
  }
}

bool AuditState::load(std::string_view bytes) {
  SnapshotReader in(bytes);
  for (std::uint64_t i = in.count(); i > 0; --i) {
    const std::uint64_t table = in.number(), place = in.number(), mode = in.number();
    if (table >= catalogue_.tables.size() || place > catalogue_.tables[table].columns.size() || mode > 3) {
      return false;
    }
    Column& column = columns_[{table, place == 0 ? std::nullopt : std::optional(place - 1)}];
    if (mode > 0) column.mode = static_cast<AuditMode>(mode - 1);
    column.open_entry = static_cast<std::int64_t>(in.number());
    column.answered.load(in);
    const std::uint64_t kind = in.number();
    if (kind == 1) {
      column.sums = std::make_unique<SumAudit>(cells(table), field_, most());
      if (!column.sums->load(in)) return false;
    } else if (kind == 2) {
      column.extremes = std::make_unique<ExtremeAudit>(cells(table), 0);
      if (!column.extremes->load(in)) return false;
    }
  }
  return in.at_end();
}

}  // namespace sfumato::queries
