// Deviations along the corners of a box, found without a linear program. In a table of three dimensions or
// more each cell is in as many relations, and what a corner gains its neighbours lose: the generalization of
// the cycles of a two-dimensional table.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "tables/audit/attack_system.hpp"
#include "tables/audit/short_cycle.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

class BoxSearch {
 public:
  // Both must outlive the search.
  BoxSearch(const CellTable& table, const AttackPart& part);

  // The wanted deviation first, then others by the same amount, avoiding all marked cells; empty where no box
  // was found in reasonable time, which does not prove that there is none. A box found has been checked
  // against every relation of its cells.
  std::vector<Deviation> find(const Deviation& wanted, std::span<const std::uint8_t> marked);

 private:
  struct Corner {
    std::size_t place = 0;
    double sign = 0;
  };

  std::uint64_t line_of(std::size_t place, std::size_t dimension) const;
  // Of two codes at the ends of an edge: their cells move in the same direction if one is the other's total
  // (1), else in opposite directions (-1).
  double edge_sign(std::size_t dimension, std::uint32_t from, std::uint32_t to) const;
  bool has_room(std::size_t place, double amount, std::span<const std::uint8_t> marked) const;
  bool extend(std::size_t depth, const Deviation& wanted, std::span<const std::uint8_t> marked);
  bool add_edge(std::size_t dimension, std::uint32_t code, double sign, const Deviation& wanted,
                std::span<const std::uint8_t> marked);
  bool keeps_relations();

  const CellTable& table_;
  const AttackPart& part_;
  std::size_t width_ = 0;  // coordinates of a cell
  std::vector<std::uint64_t> strides_;
  std::vector<std::uint64_t> keys_;  // of the part's cells
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<std::unordered_map<std::uint64_t, std::vector<std::size_t>>> lines_;  // by dimension
  std::vector<std::vector<std::int64_t>>
      only_sum_;  // of each code, the one sum that it is in; -1: not just one
  std::vector<std::vector<std::uint8_t>> is_total_;  // the code is that sum's total
  std::vector<std::size_t> row_starts_, rows_;       // of each cell
  std::vector<double> row_coefficients_;
  std::vector<double> row_sums_;
  std::vector<std::size_t> dimensions_;  // that the wanted cell's view crosses
  std::vector<Corner> corners_;
  std::size_t tries_ = 0;
};

}  // namespace sfumato::tables
