// Requests come from outside, so that everything about them is checked.
#include "masking/supplied_ranks.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "masking/partial_state.hpp"

namespace sfumato::masking {

std::vector<RankRun> rank_runs(const Table& records, std::uint64_t ranks) {
  const Integers* found = records.column(records.require(rank_name)).get_if<Integers>();
  if (found == nullptr) bad_input(std::string("column '") + rank_name + "' has no ranks");
  std::vector<RankRun> runs;
  for (std::size_t row = 0; row < found->values.size(); ++row) {
    const auto rank = static_cast<std::uint64_t>(found->values[row]);
    const bool missing = !found->missing.empty() && found->missing[row] != 0;
    const std::uint64_t next = runs.empty() ? 0 : runs.back().rank + (row - runs.back().begin);
    if (missing || rank >= ranks || rank < next) {
      bad_input("the ranks of supplied records do not ascend, or there are more than values",
                "sort all present values of the column, and bring them in ascending order of their ranks");
    }
    if (runs.empty() || rank > next) runs.push_back({row, row, rank});
    runs.back().end = row + 1;
  }
  return runs;
}

std::size_t column_of_request(const Value& wanted, const std::vector<std::string>& names) {
  const Value* name = wanted.find("column");
  const auto found = name != nullptr && name->is_text()
                         ? std::find(names.begin(), names.end(), name->as_text())
                         : names.end();
  if (found == names.end()) {
    bad_input("\"supplying\" has no \"column\" that this step replaces", "name one of the columns");
  }
  return static_cast<std::size_t>(found - names.begin());
}

std::uint64_t chunk_of_request(const Value& wanted) {
  const Value* chunk = wanted.find("chunk");
  if (chunk == nullptr) return 0;
  if (!chunk->is_integer() || chunk->as_integer() < 1) {
    bad_input("\"chunk\" must be a number of ranks from 1 on");
  }
  return static_cast<std::uint64_t>(chunk->as_integer());
}

Table chunk_starts(std::uint64_t ranks, std::uint64_t chunk,
                   const std::function<std::uint64_t(std::uint64_t)>& from) {
  Integers starts;
  for (std::uint64_t wanted = 0; wanted < ranks;) {
    const std::uint64_t start = from(wanted);
    if (start >= ranks) break;
    starts.values.push_back(static_cast<std::int64_t>(start));
    wanted = start + std::min(chunk, ranks - start);
  }
  ColumnInfo info;
  info.name = "__sfumato_start";
  info.kind = Kind::numeric;
  return {{info}, {std::move(starts)}};
}

Value SuppliedCounts::of_call(std::size_t column, std::uint64_t ranks) const {
  SuppliedCounts own(counts_.size());
  own.counts_[column] = ranks;
  return own.state();
}

Value SuppliedCounts::state() const {
  Value state = Value::array();
  for (const std::uint64_t count : counts_) state.push(count);
  return state;
}

void SuppliedCounts::merge(const Value& part) {
  for (std::size_t j = 0; j < counts_.size(); ++j) counts_[j] += count_of(item_of(part, j));
}

void SuppliedCounts::require(std::size_t column, std::uint64_t ranks, const std::string& name) const {
  if (counts_[column] == ranks) return;
  bad_input("column '" + name + "' has " + std::to_string(ranks) + " values, of which " +
                std::to_string(counts_[column]) + " were supplied",
            "do not change the records while they are masked, and bring all of them once");
}

}  // namespace sfumato::masking
