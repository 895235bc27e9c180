// Made-up tables whose values have hierarchies, as codes: for tests of searches for generalizations.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "core/rng.hpp"
#include "stats/generalization/level_table.hpp"

namespace sfumato::testing {

struct MadeUpLevels {
  stats::LevelTable table;
  std::vector<std::vector<std::uint32_t>> leaf_of_row;
};

// Each level joins neighbours of the one below at random; the last is one value for all.
inline stats::LevelColumn made_up_column(std::size_t leaves, std::size_t levels, Rng& rng) {
  stats::LevelColumn column;
  column.domain = static_cast<double>(leaves);
  std::vector<std::uint32_t> codes(leaves);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) codes[leaf] = static_cast<std::uint32_t>(leaf);
  for (std::size_t level = 0; level < levels; ++level) {
    if (level + 1 == levels && level > 0) codes.assign(leaves, 0);
    if (level > 0 && level + 1 < levels) {
      std::vector<std::uint32_t> parent(leaves, 0);
      for (std::size_t code = 1; code < leaves; ++code)
        parent[code] = parent[code - 1] + (rng.chance(0.5) ? 1 : 0);
      for (std::uint32_t& code : codes) code = parent[code];
    }
    column.codes.push_back(codes);
    std::vector<double>& shares = column.shares.emplace_back();
    for (const std::uint32_t code : codes) {
      shares.push_back(static_cast<double>(std::count(codes.begin(), codes.end(), code)) / column.domain);
    }
  }
  return column;
}

inline MadeUpLevels made_up_levels(std::size_t rows, std::size_t columns, Rng& rng) {
  std::vector<stats::LevelColumn> made;
  MadeUpLevels result;
  for (std::size_t j = 0; j < columns; ++j) {
    made.push_back(made_up_column(2 + rng.below(6), 2 + rng.below(3), rng));
    std::vector<std::uint32_t>& leaves = result.leaf_of_row.emplace_back(rows);
    for (std::uint32_t& leaf : leaves) {
      leaf = static_cast<std::uint32_t>(std::min(rng.below(made[j].leaves()), rng.below(made[j].leaves())));
    }
  }
  result.table = stats::level_table(made, result.leaf_of_row, rows, Run({.seed = 1, .threads = 1}));
  return result;
}

}  // namespace sfumato::testing
