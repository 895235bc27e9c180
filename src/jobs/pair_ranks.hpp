// Ranks of pairs of records, from counts: for each number x of the original and y of the masked table, how
// many originals and masked numbers are below it and at most as large.
#pragma once

#include <cstdint>
#include <vector>

#include "core/table.hpp"
#include "jobs/pair_states.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::jobs {

// Records whose originals miss nothing. Columns "x0_ob", "x0_ou", "x0_mb", "x0_mu", "y0_ob", …: originals
// below and up to the number, masked numbers below and up to it. Counts run on from column to column, as a
// sort of all columns gives them. A masked number that is missing has no counts.
class PairRanks {
 public:
  PairRanks(const Table& records, const PairFacts& facts);

  std::size_t rows() const { return rows_; }
  // Average ranks of originals.
  stats::Matrix originals() const;
  // Average ranks of masked numbers; where the column has suppressed cells, positions among the originals.
  stats::Matrix masked() const;
  // The least interval that encloses the original, or one more than the widest.
  int width(std::size_t row, std::size_t column) const;

 private:
  enum Count { original_below, original_upto, masked_below, masked_upto };
  struct Cell {
    std::int64_t count[4] = {0, 0, 0, 0};
    bool missing = false;
  };

  double rank(std::size_t row, std::size_t column) const;
  double place(std::size_t row, std::size_t column) const;

  const PairFacts& facts_;
  std::size_t rows_;
  std::vector<std::vector<Cell>> x_, y_;  // by column and row
};

}  // namespace sfumato::jobs
