#include "tables/perturbation/perturb.hpp"

namespace sfumato::tables {

ProtectionInfo PerturbParams::info() {
  return {
      .name = "perturb",
      .title = "Cell-key perturbation",
      .summary = "Adds repeatable noise to counts, from cell keys and a ptable.",
      .reference =
          "Fraser and Wooton (2005), UNECE/Eurostat work session on statistical data "
          "confidentiality; Thompson, Broadfoot and Elazar (2013)",
      .notes =
          "The keys of a cell's records add up to the cell's key, and the ptable gives the noise for "
          "that key. The same respondents get the same noise in every table. The table must have been "
          "tabulated with record keys; 'table ptable' makes a ptable. The result is not additive. What the "
          "rules group and k-disclosure protect, differences of margins and cells, is audited, and an "
          "unsafe result is not written. What an attacker learns of single cells depends on the ptable, "
          "and no audit can prove it safe.",
      .result = "the perturbed table, as .json or .csv",
      .audited = false};
}

}  // namespace sfumato::tables

SFUMATO_PROTECTION(perturb_protection, PerturbParams)
