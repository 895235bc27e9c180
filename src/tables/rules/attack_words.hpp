// What publishing a sensitive cell would disclose, and to whom, in sentences: external, internal and
// dominance attacks (Domingo-Ferrer's tutorial on disclosure in tables). A sentence explains more than the
// name of a rule.
#pragma once

#include <string>
#include <vector>

#include "tables/cell_table.hpp"
#include "tables/rules/outside.hpp"

namespace sfumato::tables {

// external: an outsider learns or narrows a contribution from the cell alone. internal: a contributor does,
// or a coalition of several, by subtracting their own. dominance: the largest contributors bound all the
// others.
struct AttackWords {
  bool external = false;
  bool internal = false;
  bool dominance = false;
  // Percentages, never amounts: what single respondents contribute is confidential.
  std::vector<std::string> sentences;
};

// By the table's own rules (`rules`, `hits`); where no rule gives a threshold, an estimate within 10 % of the
// true contribution, and a share of more than 75 %. Holdings where the table has them, since a holding knows
// all its records. A table without contributors gets one sentence that says so. Unknown rules of a file are
// an error.
AttackWords attacks_on(const CellTable& table, std::size_t cell);
// The same with the differences that outside_of finds, for many cells of one table.
AttackWords attacks_on(const CellTable& table, std::size_t cell, const std::vector<Outside>& differences);

}  // namespace sfumato::tables
