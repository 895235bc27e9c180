// Columns are copied from the original by row, so that every type keeps its values.
#include "masking/drawn_records.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sfumato::masking {
namespace {

constexpr std::uint32_t not_drawn = std::numeric_limits<std::uint32_t>::max();

}  // namespace

DrawnRecords::DrawnRecords(const Table& original, const ColumnSet& targets, std::size_t rows, bool stays,
                           const RecordRules& rules)
    : original_(original),
      rules_(rules),
      rows_(rows),
      stays_(stays),
      drawn_(original.column_count()),
      numbers_(original.column_count()) {
  for (const ColumnId id : targets) drawn_[id].resize(rows, {not_drawn, std::nan("")});
  for (const ColumnId id : rules.columns()) numbers_[id] = original.column(id).to_numbers();
}

void DrawnRecords::forget(const ColumnSet& columns, std::size_t row) {
  for (const ColumnId id : columns) drawn_[id][row] = {not_drawn, std::nan("")};
}

double DrawnRecords::value(ColumnId id, std::size_t row) const {
  if (drawn_[id].empty() && !stays_) return std::nan("");
  if (!drawn_[id].empty() && !std::isnan(drawn_[id][row].number)) return drawn_[id][row].number;
  const std::uint32_t from = source(id, row);
  return from == not_drawn ? std::nan("") : numbers_[id][from];
}

bool DrawnRecords::keeps_rules(std::size_t row, std::size_t head) const {
  return rules_.kept([&](ColumnId id, bool of_head) { return value(id, of_head ? head : row); });
}

Table DrawnRecords::table() const {
  std::vector<Column> columns;
  for (ColumnId id = 0; id < drawn_.size(); ++id) {
    const Column& column = original_.column(id);
    if (!drawn_[id].empty()) {
      std::vector<std::size_t> sources;
      Numbers numbers;
      for (const TreeChain::Cell& cell : drawn_[id]) {
        sources.push_back(cell.row);
        numbers.push_back(cell.number);
      }
      columns.push_back(smoothed_column(column, sources, numbers));
    } else if (stays_) {
      columns.push_back(column);
    } else if (column.is_text()) {
      columns.emplace_back(Codes{std::vector<std::int32_t>(rows_, Codes::missing), {}});
    } else {
      columns.emplace_back(Numbers(rows_, std::nan("")));
    }
  }
  return {original_.schema(), std::move(columns)};
}

Redraws added_up(const std::vector<Redraws>& parts) {
  Redraws sum;
  for (const Redraws& part : parts) {
    sum.redrawn += part.redrawn;
    sum.broken += part.broken;
  }
  return sum;
}

void add_rules(Value& details, const Redraws& redraws, std::size_t broken_in_original) {
  Value entry = Value::object();
  entry.set("redrawn", redraws.redrawn).set("broken", redraws.broken).set("in_original", broken_in_original);
  details.set("record_rules", entry);
}

void draw_record(const TreeChain& chain, const ColumnSet& targets, DrawnRecords& records, std::size_t row,
                 std::size_t head, std::span<std::uint32_t> codes, std::int64_t tries, Rng& rng,
                 Redraws& redraws) {
  std::vector<TreeChain::Cell> cells(targets.size());
  for (std::int64_t attempt = 0; attempt <= tries; ++attempt) {
    chain.draw(codes, cells, rng);
    for (std::size_t t = 0; t < targets.size(); ++t) records.set(targets[t], row, cells[t]);
    if (records.rules().empty() || records.keeps_rules(row, head)) return;
    if (attempt < tries) ++redraws.redrawn;
  }
  ++redraws.broken;
}

std::size_t broken_in_original(const Table& original, const RecordRules& rules,
                               const std::vector<std::uint32_t>& head) {
  if (rules.empty()) return 0;
  std::vector<Numbers> numbers(original.column_count());
  for (const ColumnId id : rules.columns()) numbers[id] = original.column(id).to_numbers();
  std::size_t count = 0;
  for (std::size_t row = 0; row < original.rows(); ++row) {
    const bool kept =
        rules.kept([&](ColumnId id, bool of_head) { return numbers[id][of_head ? head[row] : row]; });
    count += kept ? 0 : 1;
  }
  return count;
}

}  // namespace sfumato::masking
