// Records below k that are protected together: each step suppresses the cells that bring the records of the
// block nearest to k for their cost, and what turns out to be unneeded is given back.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "masking/key_crowd.hpp"
#include "stats/key_classes.hpp"

namespace sfumato::masking {

class SuppressionBlock {
 public:
  // `rows` are those of the block; all others that count are in the crowd. Crowd and block have k records.
  SuppressionBlock(const stats::KeyTable& keys, std::span<const std::uint32_t> rows, const KeyCrowd& crowd,
                   std::size_t k, const std::vector<double>& costs);

  void protect(const Run& run);
  // The columns that are suppressed in each record of the block.
  const std::vector<ColumnMask>& suppressed() const { return suppressed_; }

 private:
  struct Action {
    double score = 0.0;  // records' agreements won, of those that lack some, by cost
    std::size_t record = 0;
    ColumnMask columns = 0;
    std::size_t step = 0;  // when it was found
    bool operator<(const Action& other) const;
  };
  struct Difference {
    ColumnMask columns;
    std::uint32_t records;  // that differ from the record in these columns and no others
    std::uint32_t lacking;  // those of them that agree with fewer than k
  };

  std::size_t lack(std::size_t i) const { return agreeing_[i] < k_ ? k_ - agreeing_[i] : 0; }
  ColumnMask difference(std::size_t other) const {
    ColumnMask columns = differences_[0][other];
    for (std::size_t group = 1; group < differences_.size(); ++group) {
      columns |= static_cast<ColumnMask>(differences_[group][other]) << (16 * group);
    }
    return columns;
  }
  double cost(ColumnMask columns) const;
  void find_differences(std::size_t i);
  void tally_differences(std::size_t i);
  std::uint64_t crowd_count(std::size_t i, ColumnMask more) const;
  std::vector<ColumnMask> candidates(std::size_t i, std::size_t size) const;
  Action best_action(std::size_t i);
  void add_best(std::size_t i, std::size_t size, Action& best);
  void suppress(const Action& action);
  void search(const Run& run);
  void give_back(const Run& run);
  bool can_give_back(std::size_t i, std::size_t column);
  void count_all();

  // Values of the block are numbered anew from 1 in each column, so that they are short; 0 is missing.
  using Short = std::uint16_t;

  const KeyCrowd& crowd_;
  std::size_t k_;
  const std::vector<double>& costs_;
  std::size_t width_;
  std::size_t size_;
  std::vector<std::vector<Short>> columns_;    // by column, 0 where missing or suppressed
  std::vector<std::vector<Short>> originals_;  // as they were
  std::vector<std::int32_t> keys_;             // by record, with the codes that the crowd knows
  std::vector<ColumnMask> missing_;            // missing or suppressed
  std::vector<ColumnMask> suppressed_;
  std::vector<std::uint64_t> agreeing_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> history_;  // cells in the order of suppression
  // The columns in which each record differs from the one looked at, in groups of sixteen columns.
  std::vector<std::vector<Short>> differences_;
  std::vector<Difference> tally_;
  std::vector<std::array<std::uint32_t, 2>> counts_;  // of a tally by set of columns, where sets are few
  std::size_t step_ = 0;
};

}  // namespace sfumato::masking
