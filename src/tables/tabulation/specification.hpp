// What to tabulate: the columns to cross, their hierarchies, the columns to sum, and weights and holdings.
// Filled from options or from a TOML file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tables/code_tree.hpp"

namespace sfumato::tables {

// The most contributions that can be kept of a cell.
inline constexpr std::size_t most_kept = 1000;

enum class CellCost { value, frequency, unity };

struct DimensionSpecification {
  std::string column;
  std::string total = "Total";
  std::vector<CodeTree> hierarchies;                        // none: flat
  std::vector<std::pair<std::string, std::string>> labels;  // code and what it means
};

struct Specification {
  std::vector<DimensionSpecification> dimensions;  // every column that some table crosses
  std::vector<std::vector<std::string>> tables;    // the columns that each linked table crosses
  std::vector<std::string> sums;                   // columns to sum; none (and no means): only counts
  std::vector<std::string> means;                  // columns published as means: sum and count, linked
  bool counts = false;                             // counts beside the sums
  std::optional<std::string> weight, holding, shadow, request;
  std::vector<std::string> request_codes = {"1", "2"};
  // A column of random keys, one for each record, from which cells get theirs: numbers in [0, 1), or integers
  // in [0, record_key_range). With a secret the column is an identifier, and the key its keyed hash.
  std::optional<std::string> record_key;
  std::optional<std::int64_t> record_key_range;
  std::string record_key_secret;
  CellCost cost = CellCost::value;
  std::optional<std::string> cost_column;  // instead of `cost`
  std::optional<int> decimals;  // every contribution is rounded to these; without, as many as needed
  std::size_t kept = 10;        // contributions to keep per cell
};

}  // namespace sfumato::tables
