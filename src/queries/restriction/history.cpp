// Reads the log of decisions row by row, also if it is damaged.
#include "queries/restriction.hpp"
#include "queries/restriction/decision_log.hpp"

namespace sfumato::queries {

std::vector<DecisionEntry> DecisionHistory::entries() const {
  std::vector<DecisionEntry> entries;
  DecisionLog::for_each_row(path_, [&](const LogRow* row, const std::string&) {
    if (row != nullptr && row->kind == RowKind::charge)
      entries.push_back({row->entry, row->time, row->user, row->query, static_cast<Refusal>(row->asked), {}});
    if (row != nullptr && row->kind == RowKind::answer && row->entry >= 1 &&
        row->entry <= static_cast<std::int64_t>(entries.size()))
      entries[static_cast<std::size_t>(row->entry - 1)].answer = row->text;
  });
  return entries;
}

LedgerHead DecisionHistory::head() const {
  LedgerHead head;
  DecisionLog::for_each_row(path_, [&](const LogRow* row, const std::string&) {
    ++head.rows;
    if (row != nullptr) head.chain = hexadecimal(row->chain);
  });
  return head;
}

RestrictionTerms DecisionHistory::terms() const {
  RestrictionTerms terms;
  DecisionLog::for_each_row(path_, [&](const LogRow* row, const std::string&) {
    if (row == nullptr || row->kind != RowKind::opening) return;
    terms = {row->asked, row->charged < 0 ? std::nullopt : std::optional(row->charged)};
  });
  return terms;
}

std::string DecisionHistory::recorded() const {
  std::string recorded;
  DecisionLog::for_each_row(path_, [&](const LogRow* row, const std::string&) {
    const bool has_terms = row != nullptr && (row->kind == RowKind::opening || row->kind == RowKind::terms);
    if (has_terms && recorded.empty()) recorded = row->query;
  });
  return recorded;
}

LedgerCheck DecisionHistory::verify(const std::optional<LedgerHead>& kept) const {
  LedgerCheck check;
  std::int64_t& rows = check.rows;
  bool seen = !kept;
  const auto find = [&](const std::string& finding) {
    if (check.intact) check.finding = finding;
    check.intact = false;
  };
  DecisionLog::for_each_row(path_, [&](const LogRow* row, const std::string& wrong) {
    if (!wrong.empty()) find("row " + std::to_string(rows) + ": " + wrong);
    ++rows;
    if (row == nullptr) return;
    check.entries += row->kind == RowKind::charge ? 1 : 0;
    seen = seen || (rows == kept->rows && hexadecimal(row->chain) == kept->chain);
  });
  if (rows == 0) find("the log has no opening row");
  if (!seen) find("the chain differs from the head that was kept, or rows are missing at its end");
  return check;
}

}  // namespace sfumato::queries
