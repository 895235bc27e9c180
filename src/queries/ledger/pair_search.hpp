// The two pieces of a column with the largest Σ ε of queries that cover either: the first piece sweeps from
// left to right, and a segment tree gives the best second piece for the queries that do not cover the first.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "queries/ledger/max_segment_tree.hpp"

namespace sfumato::queries {

// Pieces from `first` to `end` (exclusive).
struct PieceSpan {
  std::size_t first, end;
};

class PairSearch {
 public:
  // `sums`: for each piece the Σ of the weights of all sets that cover it, including those to be added.
  explicit PairSearch(const std::vector<std::int64_t>& sums);
  void add(const std::vector<PieceSpan>& spans, std::int64_t weight);

  struct Found {
    std::int64_t sum = -1;
    std::size_t one = 0, other = 0;  // `other` may be after the last piece: no other piece adds anything
  };
  // The best pair of a piece of these spans (ascending) and any other piece. May be called once.
  Found best(const std::vector<PieceSpan>& spans);

 private:
  void raise(std::size_t set, std::int64_t by);
  void enter_all(std::size_t piece);

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  const std::vector<std::int64_t>& sums_;
  MaxSegmentTree others_;
  std::vector<PieceSpan> spans_;
  std::vector<std::size_t> set_of_;                  // of a span
  std::vector<std::size_t> begin_;                   // of a set, its first span
  std::vector<std::int64_t> weights_;                // of a set
  std::vector<std::size_t> enters_, next_entering_;  // chains of spans by their first piece
  std::vector<std::size_t> leaves_, next_leaving_;   // and by their end
};

}  // namespace sfumato::queries
