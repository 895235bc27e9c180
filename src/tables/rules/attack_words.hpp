// What publishing a sensitive cell would tell whom, in words: attacks from outside, from inside, and by
// dominance (Domingo-Ferrer's tutorial on disclosure in tables). A list of cells with a rule's name beside
// each convinces nobody; a sentence does.
#pragma once

#include <string>
#include <vector>

#include "tables/cell_table.hpp"

namespace sfumato::tables {

// external: an outsider learns or narrows a contribution from the cell alone. internal: a contributor does,
// or several who pool what they know, by subtracting their own. dominance: the largest contributors bound all
// the others.
struct AttackWords {
  bool external = false;
  bool internal = false;
  bool dominance = false;
  // Percentages, never amounts: what single respondents contribute is confidential.
  std::vector<std::string> sentences;
};

// By the table's own rules (`rules`, `hits`); where no rule says how close is too close, an estimate within
// 10 % of the true contribution, and a share of more than 75 %. Holdings where the table has them, since a
// holding knows all its records. A table that does not say who contributes gets one sentence that says so.
// Rules of a file that are none are an error.
AttackWords attacks_on(const CellTable& table, std::size_t cell);

}  // namespace sfumato::tables
