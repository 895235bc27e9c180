// Which records of a class exchange their values, and with whom. All draws belong to the numbers of records,
// so that whole classes can be treated in any order, by any processes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "masking/block_work.hpp"
#include "masking/draw_threshold.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {

// Records in the order of their tickets are drawn until as many are as wanted. The first of a class brings a
// partner, so that the tickets of a class count 2, 0, 1, 1, …; a record that is alone has none. Of a class
// with d > 0 tickets drawn the first max(2, d) records in the order of a second draw exchange their values,
// along a cycle in the order of a third.
//
// Why this is a uniform choice: independent draws put records in a uniformly random order. The second draw is
// independent of the tickets, so that given d every set of max(2, d) records of the class is equally likely.
// A cycle through m records belongs to exactly m orders, so that each of the (m − 1)! cycles has probability
// m/m!. Tickets of different classes are in one random order, as if classes were shuffled with one entry for
// each of their records.
class ClassExchange {
 public:
  // `classes` of whole classes; the numbers must outlive this.
  ClassExchange(const stats::KeyClasses& classes, const RecordNumbers& numbers, const Rng& tickets);

  // Adds the tickets to a pass of the search for the last one.
  void observe(std::size_t pass, DrawThreshold& last) const;
  std::size_t alone() const;

  // Of each class the records that exchange values: none, or at least two.
  std::vector<std::vector<std::uint32_t>> chosen(const DrawThreshold& last, const Rng& choice) const;
  // Row i gets the value of row `result[i]`; no chosen record keeps its own.
  std::vector<std::size_t> exchanged(const std::vector<std::vector<std::uint32_t>>& chosen,
                                     const Rng& cycle) const;

 private:
  KeyedDraw ticket(std::size_t row) const { return {tickets_[row], numbers_[row]}; }

  const stats::KeyClasses& classes_;
  RecordNumbers numbers_;
  std::vector<std::uint64_t> tickets_;  // of each row
};

}  // namespace sfumato::masking
