// Columns have few labels, so that `*` is searched once in each of them.
#include "risk/kept_records.hpp"

#include <algorithm>

#include "stats/categories/category_pairs.hpp"

namespace sfumato::risk {
namespace {

Table kept_rows(const Table& masked, const std::vector<char>& suppressed) {
  if (suppressed.empty()) return masked;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < suppressed.size(); ++row) {
    if (suppressed[row] == 0) rows.push_back(row);
  }
  return masked.taking_rows(rows);
}

}  // namespace

std::vector<char> suppressed_records(const Table& masked, const ColumnSet& keys) {
  if (keys.empty()) return {};
  std::vector<char> suppressed(masked.rows(), 1);
  for (const ColumnId id : keys) {
    const Codes* codes = masked.column(id).get_if<Codes>();
    if (codes == nullptr) return {};
    std::vector<char> marks;
    for (const std::string& label : codes->labels) marks.push_back(label == stats::suppressed_text ? 1 : 0);
    for (std::size_t row = 0; row < suppressed.size(); ++row) {
      const std::int32_t code = codes->codes[row];
      if (code == Codes::missing || marks[static_cast<std::size_t>(code)] == 0) suppressed[row] = 0;
    }
  }
  const auto count = static_cast<std::size_t>(std::count(suppressed.begin(), suppressed.end(), 1));
  if (count == 0 || count == suppressed.size()) return {};
  return suppressed;
}

KeptRecords::KeptRecords(const Table& masked, const ColumnSet& keys)
    : suppressed_(suppressed_records(masked, keys)),
      counts_(stats::record_counts(masked)),
      table_(kept_rows(masked, suppressed_)) {}

std::vector<double> KeptRecords::of_kept(std::vector<double> of_all) const {
  if (suppressed_.empty() || of_all.empty()) return of_all;
  std::size_t next = 0;
  for (std::size_t row = 0; row < suppressed_.size(); ++row) {
    if (suppressed_[row] == 0) of_all[next++] = of_all[row];
  }
  of_all.resize(next);
  return of_all;
}

std::vector<double> KeptRecords::of_all(std::vector<double> of_kept, double of_suppressed) const {
  if (suppressed_.empty()) return of_kept;
  std::vector<double> result(suppressed_.size(), of_suppressed);
  std::size_t next = 0;
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (suppressed_[row] == 0) result[row] = of_kept[next++];
  }
  return result;
}

}  // namespace sfumato::risk
