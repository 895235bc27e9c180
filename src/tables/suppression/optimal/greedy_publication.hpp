// Publishes cells greedily, largest saving first, within the degrees of freedom of some columns of a tableau,
// until the next cell would disclose a sensitive one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "tables/suppression/optimal/cut_system.hpp"
#include "tables/suppression/optimal/freedom_tableau.hpp"
#include "tables/suppression/optimal/ray_check.hpp"

namespace sfumato::tables {

class GreedyPublication {
 public:
  struct Step {
    std::size_t cell = 0;
    std::size_t column = 0;  // of the tableau, which the cell enters
  };

  explicit GreedyPublication(const CutSystem& system);

  // The penalty of a side that is not met.
  void set_penalty(double price) { penalty_ = price; }

  // Takes the columns as open and does not change the tableau. Noise randomizes the choice; patterns that
  // cost more than `most` are not examined closely.
  void complete(const FreedomTableau& tableau, std::span<const std::size_t> columns, double noise,
                double most, Rng& rng);

  // Of the last completion.
  const std::vector<Step>& steps() const { return steps_; }
  double cost() const { return cost_; }
  // The lack of sides that are not met, at most 1 each: known where few degrees of freedom are left, else 0.
  double lack() const { return lack_; }

 private:
  // Cells that move in proportion, and their total worth: one of them published reveals the others.
  struct Group {
    std::size_t cell = 0;
    double cost = 0;
    double gain = 0;  // in this round
    bool sensitive = false;
    std::uint32_t above = 0, below = 0, ratio = 0;  // two sums of its terms, and their quotient
  };
  // The first group was merged into the second, when their sums were these.
  struct Union {
    std::size_t part = 0, whole = 0;
    std::uint32_t below_part = 0, below_whole = 0;
  };

  void take(const FreedomTableau& tableau, std::span<const std::size_t> columns, double noise, Rng& rng);
  void find_ratios();
  void unite();
  // The group to publish next; empty where every group has a sensitive cell.
  std::optional<std::size_t> choose() const;
  // With two degrees of freedom left, the group that gives the least cost plus penalty.
  std::optional<std::size_t> choose_last();
  double most_saved() const;
  void publish(std::size_t group);
  std::size_t pivot_of(std::span<const std::size_t> columns) const;

  // Deviations of the remaining groups if one of them is published and two degrees of freedom were left.
  void take_ray_without(std::size_t group);
  // As many groups as degrees of freedom: each moves independently.
  double lack_of_groups();
  // Gives `deviation_` to all cells of the groups that have one, and lowers what the sides lack.
  void lower(std::span<double> lacks);
  std::uint32_t* row(std::size_t group) { return terms_.data() + group * width_; }
  const std::uint32_t* row(std::size_t group) const { return terms_.data() + group * width_; }

  const CutSystem& system_;
  std::vector<double> worth_;  // per cell: its cost, and more where it has little room
  std::vector<std::uint8_t> sensitive_;
  double penalty_ = 0;
  RayCheck check_;

  std::size_t width_ = 0;
  std::vector<std::size_t> columns_;  // of the tableau
  std::vector<std::size_t> open_;     // of `columns_`, those left
  std::vector<Group> groups_;         // one for each cell that moves at first
  std::vector<std::uint32_t> terms_;  // group by group, by `columns_`
  std::vector<std::size_t> moving_;   // groups that are left
  std::vector<std::size_t> touched_;  // those with a new ratio
  std::vector<Union> unions_;
  std::vector<std::uint32_t> slots_;  // of a hash table: group + 1
  std::vector<std::size_t> used_slots_;
  std::vector<std::uint32_t> products_;
  std::vector<std::uint32_t> deviation_;  // per group
  std::vector<std::size_t> moved_cells_;
  std::vector<std::uint32_t> moved_;
  std::vector<Step> steps_;
  double cost_ = 0;
  double lack_ = 0;
};

}  // namespace sfumato::tables
