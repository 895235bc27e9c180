// Records below k that are protected together: each step suppresses the cells that bring the records of the
// block nearest to k for their cost, and cells that turn out to be unnecessary are restored.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "core/run.hpp"
#include "masking/key_pool.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {

class SuppressionBlock {
 public:
  // `rows` are those of the block; all others that count are in the pool. Pool and block have k records.
  SuppressionBlock(const stats::KeyTable& keys, std::span<const std::uint32_t> rows, const KeyPool& pool,
                   std::size_t k, const std::vector<double>& costs);

  void protect(const Run& run);
  // The columns that are suppressed in each record of the block.
  const std::vector<ColumnMask>& suppressed() const { return suppressed_; }

 private:
  struct Action {
    double score = 0.0;  // agreements gained for records below k, divided by cost
    std::size_t record = 0;
    ColumnMask columns = 0;
    std::size_t step = 0;  // when it was found
    bool operator<(const Action& other) const;
  };
  struct Difference {
    ColumnMask columns;
    std::size_t size;       // of the set of columns
    std::uint32_t records;  // that differ from the record in these columns and no others
    std::uint32_t lacking;  // those of them that agree with fewer than k
  };

  static constexpr std::size_t reach = 2;  // columns in which near records differ at most
  static ColumnMask bit(std::size_t column) { return ColumnMask{1} << column; }
  // Nothing is left where the lowest of two columns is taken away twice.
  static bool is_near(ColumnMask columns) {
    const ColumnMask once = columns & (columns - 1);
    return (once & (once - 1)) == 0;
  }
  std::size_t lack(std::size_t i) const { return agreeing_[i] < k_ ? k_ - agreeing_[i] : 0; }
  ColumnMask difference(std::size_t other) const {
    ColumnMask columns = differences_[0][other];
    for (std::size_t group = 1; group < differences_.size(); ++group) {
      columns |= static_cast<ColumnMask>(differences_[group][other]) << (16 * group);
    }
    return columns;
  }
  // Calls visit(other, columns) for every record of the block, whose differences have been found.
  template <class Visit>
  void visit_differences(const Visit& visit) const {
    if (differences_.size() == 1) {
      const Short* columns = differences_.front().data();
      for (std::size_t other = 0; other < size_; ++other) visit(other, ColumnMask{columns[other]});
    } else {
      for (std::size_t other = 0; other < size_; ++other) visit(other, difference(other));
    }
  }
  // The same for any two records, one cell after the other.
  ColumnMask difference_between(std::size_t i, std::size_t other) const;
  double cost(ColumnMask columns) const;
  void find_differences(std::size_t i);
  void add_to_tally(ColumnMask columns, std::size_t other);
  void sort_tally();
  void tally_near(std::size_t i);
  void tally_all(std::size_t i);
  std::uint64_t pool_count(std::size_t i, ColumnMask more);
  std::uint64_t pool_gain(std::size_t i, ColumnMask columns);
  void reset_pool_gains(std::size_t i);
  std::vector<ColumnMask> candidates(std::size_t i, std::size_t size) const;
  Action best_action(std::size_t i);
  void add_best(std::size_t i, std::size_t size, Action& best);
  void suppress(const Action& action);
  void search(const Run& run);
  void give_back(const Run& run);
  bool can_give_back(std::size_t i, std::size_t column);
  void count_all(const Run& run);

  // Values of the block are numbered again from 1 in each column, so that they are short; 0 is missing. A
  // block has fewer than 65,536 values in a column.
  using Short = std::uint16_t;

  const KeyPool& pool_;
  std::size_t k_;
  const std::vector<double>& costs_;
  std::size_t width_;
  std::size_t size_;
  std::vector<std::vector<Short>> columns_;  // by column, 0 where missing or suppressed
  std::vector<Short> cells_;                 // the same by record
  std::vector<Short> originals_;             // by record, as they were
  std::vector<std::int32_t> keys_;           // by record, with the codes of the pool
  std::vector<ColumnMask> missing_;          // missing or suppressed
  std::vector<ColumnMask> suppressed_;
  std::vector<std::uint64_t> agreeing_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> history_;  // cells in the order of suppression
  // The columns in which each record differs from the one looked at, in groups of sixteen columns.
  std::vector<std::vector<Short>> differences_;
  std::vector<Difference> tally_;
  std::unordered_map<ColumnMask, std::size_t> place_;  // of a set of columns in the tally
  std::vector<std::uint32_t> direct_place_;            // the same where sets are few; 0: none, else one more
  // Records that differ in one or two columns, or did so before one of both was suppressed; empty in large
  // blocks, where such lists would take too much memory.
  std::vector<std::vector<std::uint32_t>> near_;
  std::unordered_map<ColumnMask, std::vector<const ProjectedCounts*>> pool_tables_;
  std::vector<std::uint32_t> pool_gains_;  // by record and column; `unknown_gain` until asked for
  std::size_t step_ = 0;
};

}  // namespace sfumato::masking
