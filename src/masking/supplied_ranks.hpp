// Records that a caller sorted: consecutive ranks of one column, some at a time, and that in the end all of
// them came.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "masking/block_work.hpp"

namespace sfumato::masking {

inline constexpr const char* rank_name = "__sfumato_rank";

// Rows of a table with consecutive ranks.
struct RankRun {
  std::size_t begin = 0, end = 0;
  std::uint64_t rank = 0;  // of the first row
};

// The runs of the column of ranks, which ascend and are below `ranks`.
std::vector<RankRun> rank_runs(const Table& records, std::uint64_t ranks);

// Which of the columns a request is about, by its member "column".
std::size_t column_of_request(const Value& wanted, const std::vector<std::string>& names);

// A request may ask where to cut the ranks, for about "chunk" of them together; 0 where it brings records.
std::uint64_t chunk_of_request(const Value& wanted);

// The answer: a column "__sfumato_start" with `from(0)`, `from(chunk)`, … as far as they are below `ranks`,
// each once; `from` gives the next rank where a cut may be.
Table chunk_starts(std::uint64_t ranks, std::uint64_t chunk,
                   const std::function<std::uint64_t(std::uint64_t)>& from);

// How many ranks of each column came.
class SuppliedCounts {
 public:
  explicit SuppliedCounts(std::size_t columns) : counts_(columns, 0) {}

  // A tally of so many ranks of one column.
  Value of_call(std::size_t column, std::uint64_t ranks) const;
  void add(std::size_t column, std::uint64_t ranks) { counts_[column] += ranks; }
  std::uint64_t operator[](std::size_t column) const { return counts_[column]; }
  Value state() const;
  void merge(const Value& part);
  // All ranks of all columns must have come, each once.
  void require(std::size_t column, std::uint64_t ranks, const std::string& name) const;

 private:
  std::vector<std::uint64_t> counts_;
};

}  // namespace sfumato::masking
