#include "tables/suppression/suppress.hpp"

namespace sfumato::tables {

ProtectionInfo SuppressParams::info() {
  return {.name = "suppress",
          .title = "Cell suppression",
          .summary = "Suppresses further cells, so that sensitive cells cannot be recomputed.",
          .reference =
              "Fischetti and Salazar (2001), Management Science 47, 1008-1027; Hundepool et al. (2012), "
              "Statistical Disclosure Control, chapter 4",
          .notes =
              "Cells with the status 'kept' are published, and those that are suppressed already stay so. "
              "The table with its pattern contains the true values of suppressed cells and is confidential; "
              "publish the published table instead. The pattern of every algorithm is audited on the whole "
              "table.",
          .result = "the table with its pattern"};
}

SuppressionOptions SuppressParams::options() const {
  SuppressionOptions result;
  result.algorithm = algorithm;
  result.limit = effort();
  result.gap = gap;
  if (cost == Cost::value) result.problem.cost = CellCost::value;
  if (cost == Cost::frequency) result.problem.cost = CellCost::frequency;
  if (cost == Cost::unity) result.problem.cost = CellCost::unity;
  result.attacker = attacker();
  result.problem.prior_percent = prior;
  result.problem.hide_zeros = hide_zeros;
  return result;
}

}  // namespace sfumato::tables

SFUMATO_PROTECTION(suppress_protection, SuppressParams)
