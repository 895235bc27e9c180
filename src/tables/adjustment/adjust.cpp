#include "tables/adjustment/adjust.hpp"

namespace sfumato::tables {

ProtectionInfo AdjustParams::info() {
  return {.name = "adjust",
          .title = "Controlled tabular adjustment",
          .summary =
              "Publishes the nearest additive table in which every sensitive cell is changed by at least its "
              "protection level.",
          .reference =
              "Dandekar and Cox (2002); Castro (2006), Minimum-distance controlled perturbation methods "
              "for large-scale tabular data protection, European J. of Operational Research 171",
          .notes =
              "Each sensitive cell ends at or beyond one of its protection levels, all others change as "
              "little as the relations allow, and the table adds up exactly.",
          .result = "the adjusted table"};
}

AdjustmentOptions AdjustParams::options() const {
  AdjustmentOptions result;
  result.weight = weight;
  result.fix_margins = fix_margins;
  result.keep_zeros = !free_zeros;
  result.limit = effort();
  result.gap = gap;
  result.prior_percent = prior;
  return result;
}

}  // namespace sfumato::tables

SFUMATO_PROTECTION(adjust_protection, AdjustParams)
