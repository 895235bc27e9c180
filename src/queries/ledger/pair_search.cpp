// A sweep over the pieces of a column. A set of k ranges is removed from the tree and put back at each of its
// ranges: at most k² updates.
#include "queries/ledger/pair_search.hpp"

namespace sfumato::queries {

PairSearch::PairSearch(const std::vector<std::int64_t>& sums)
    : sums_(sums), others_(sums), begin_{0}, enters_(sums.size() + 1, none), leaves_(sums.size() + 1, none) {}

void PairSearch::add(const std::vector<PieceSpan>& spans, std::int64_t weight) {
  for (const PieceSpan& span : spans) {
    const std::size_t index = spans_.size();
    spans_.push_back(span);
    set_of_.push_back(weights_.size());
    next_entering_.push_back(std::exchange(enters_[span.first], index));
    next_leaving_.push_back(std::exchange(leaves_[span.end], index));
  }
  weights_.push_back(weight);
  begin_.push_back(spans_.size());
}

void PairSearch::raise(std::size_t set, std::int64_t by) {
  for (std::size_t i = begin_[set]; i < begin_[set + 1]; ++i)
    others_.raise(spans_[i].first, spans_[i].end, by);
}

void PairSearch::enter_all(std::size_t piece) {
  for (std::size_t i = 0; i < spans_.size(); ++i)
    if (spans_[i].first <= piece && piece < spans_[i].end) raise(set_of_[i], -weights_[set_of_[i]]);
}

PairSearch::Found PairSearch::best(const std::vector<PieceSpan>& spans) {
  Found found;
  if (spans.empty()) return found;
  std::size_t piece = spans.front().first;
  enter_all(piece);
  for (const PieceSpan& wanted : spans) {
    while (piece < wanted.end) {
      if (piece >= wanted.first && sums_[piece] + others_.maximum() > found.sum)
        found = {sums_[piece] + others_.maximum(), piece, others_.argmax()};
      ++piece;
      for (std::size_t i = leaves_[piece]; i != none; i = next_leaving_[i])
        raise(set_of_[i], weights_[set_of_[i]]);
      for (std::size_t i = enters_[piece]; i != none; i = next_entering_[i])
        raise(set_of_[i], -weights_[set_of_[i]]);
    }
  }
  return found;
}

}  // namespace sfumato::queries
