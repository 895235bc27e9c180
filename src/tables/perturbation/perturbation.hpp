// Cell-key perturbation: every count gets the noise that a ptable has for it and for the cell's key. The same
// cell gets the same noise in every table that shows it, so that an attacker cannot average the noise away.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "tables/audit/audit.hpp"
#include "tables/cell_table.hpp"
#include "tables/perturbation/ptable.hpp"

namespace sfumato::tables {

struct Perturbation {
  // What may be published: perturbed values, and neither keys nor contributors, rules, levels or statuses.
  // Perturbed cells are not additive, so it has no relations.
  CellTable table;
  std::size_t changed = 0;         // cells
  std::int64_t largest_noise = 0;  // in absolute value, among the cells
  std::size_t broken = 0;          // relations of the original that no longer hold
  std::vector<std::string> notes;  // that it is not additive, and that no audit can prove single cells safe
  // Where rules protect differences of margins and cells: what an attacker knows of these who knows the
  // ptable, but no keys.
  std::vector<AuditedOutside> outside = {};

  // Of these differences; noise on single cells has no provable interval.
  bool safe() const;
};

// Fraser and Wooton (2005), "A proposed method for confidentialising tabular output to protect against
// differencing", UNECE/Eurostat work session on statistical data confidentiality; Thompson, Broadfoot and
// Elazar (2013), the same, Ottawa.
//
// Every cell, also margins, is perturbed independently: value + noise(value, key). An error for a table
// without keys, for sums (only counts have ptables of this kind), and for weighted counts. An empty cell
// stays 0; a ptable that changes zeros needs keys of empty cells, which record keys do not provide.
Perturbation perturb(const CellTable& table, const Ptable& ptable);

// The differences of margins and cells in a perturbed table. The attacker knows the ptable, so that each
// published count leaves a range of true counts (those that get this noise with a probability above 0), and
// that true counts are additive. Fills in `outside`, and adds a note where some are not protected.
void audit_perturbed(const CellTable& table, const Ptable& ptable, Perturbation& made, const Run& run);

}  // namespace sfumato::tables
