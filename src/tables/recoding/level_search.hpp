// The search for the lowest levels of a table's dimensions, on numbers only: the worth of the cells of each
// combination of levels, and how many of them are sensitive.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sfumato::tables {

// Cells that have the same level in each dimension, counted together.
struct LevelGroup {
  std::vector<std::size_t> levels;  // positions in the dimension's list of ends
  double worth = 0;
  std::size_t sensitive = 0;
};

struct LevelProblem {
  std::vector<std::size_t> sizes;  // how many ends each dimension has
  std::vector<LevelGroup> groups;  // a group stays if each of its levels is at most the chosen one

  double worth(std::span<const std::size_t> chosen) const;
  std::size_t sensitive(std::span<const std::size_t> chosen) const;
};

struct LevelChoice {
  std::vector<std::size_t> chosen;
  bool attained = false;
  bool optimal = false;
};

// The choice of the largest worth without a sensitive cell, or all 0 where there is none. Ties: the larger
// choice in the earlier dimension.
LevelChoice search_levels(const LevelProblem& problem, std::size_t most_combinations);

}  // namespace sfumato::tables
