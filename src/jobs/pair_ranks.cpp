// The same formulas as those of average ranks and positions of files in memory: halves of whole numbers.
#include "jobs/pair_ranks.hpp"

#include <cmath>

#include "core/error.hpp"
#include "stats/ranks/interval_shares.hpp"

namespace sfumato::jobs {

PairRanks::PairRanks(const Table& records, const PairFacts& facts) : facts_(facts), rows_(records.rows()) {
  static constexpr const char* names[] = {"ob", "ou", "mb", "mu"};
  std::int64_t originals = 0, masked = 0;  // of the columns before this one
  for (std::size_t j = 0; j < facts.columns.size(); ++j) {
    for (const auto& [side, cells] : {std::pair("x", &x_), std::pair("y", &y_)}) {
      std::vector<Cell>& own = cells->emplace_back(rows_);
      for (std::size_t kind = 0; kind < 4; ++kind) {
        const ColumnId id = records.require(side + std::to_string(j) + "_" + names[kind]);
        const Integers* counts = records.column(id).get_if<Integers>();
        if (counts == nullptr) bad_input("counts of ranks are not whole numbers");
        const std::int64_t before = kind < 2 ? originals : masked;
        for (std::size_t row = 0; row < rows_; ++row) {
          own[row].count[kind] = counts->values[row] - before;
          if (records.column(id).missing(row)) own[row].missing = true;
        }
      }
    }
    originals += static_cast<std::int64_t>(facts.known);
    masked += static_cast<std::int64_t>(facts.known - facts.columns[j].suppressed_known);
  }
}

double PairRanks::rank(std::size_t row, std::size_t column) const {
  const Cell& x = x_[column][row];
  return static_cast<double>(x.count[original_below] + x.count[original_upto] + 1) / 2.0;
}

double PairRanks::place(std::size_t row, std::size_t column) const {
  const Cell& y = y_[column][row];
  if (!facts_.coarse(column)) {
    return static_cast<double>(y.count[masked_below] + y.count[masked_upto] + 1) / 2.0;
  }
  if (y.missing) return (static_cast<double>(facts_.known) + 1.0) / 2.0;
  const auto below = static_cast<double>(y.count[original_below]);
  const auto equal = static_cast<double>(y.count[original_upto] - y.count[original_below]);
  return equal > 0.0 ? below + (equal + 1.0) / 2.0 : below + 0.5;
}

stats::Matrix PairRanks::originals() const {
  stats::Matrix result(rows_, x_.size());
  for (std::size_t j = 0; j < x_.size(); ++j) {
    for (std::size_t row = 0; row < rows_; ++row) result(row, j) = rank(row, j);
  }
  return result;
}

stats::Matrix PairRanks::masked() const {
  stats::Matrix result(rows_, y_.size());
  for (std::size_t j = 0; j < y_.size(); ++j) {
    for (std::size_t row = 0; row < rows_; ++row) result(row, j) = place(row, j);
  }
  return result;
}

int PairRanks::width(std::size_t row, std::size_t column) const {
  if (facts_.coarse(column)) {
    return stats::least_position_width(std::fabs(rank(row, column) - place(row, column)),
                                       static_cast<double>(facts_.known));
  }
  const Cell &x = x_[column][row], &y = y_[column][row];
  return stats::least_rank_width(static_cast<std::int64_t>(facts_.known), y.count[masked_upto],
                                 x.count[masked_upto], x.count[masked_below]);
}

}  // namespace sfumato::jobs
