#include "tables/recoding/recode.hpp"

namespace sfumato::tables {

ProtectionInfo RecodeParams::info() {
  return {.name = "recode",
          .title = "Recoding",
          .summary = "Removes levels of the dimensions until no cell is sensitive.",
          .reference = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
          .notes =
              "Without rules the cells marked as sensitive are used. Among all combinations of levels "
              "without a sensitive cell the one with the least loss is chosen.",
          .result = "the coarser table"};
}

RecodingOptions RecodeParams::options() const {
  RecodingOptions result;
  result.rules = rule_options();
  result.loss = by_cost ? RecodingLoss::cost : RecodingLoss::cells;
  return result;
}

}  // namespace sfumato::tables

SFUMATO_PROTECTION(recode_protection, RecodeParams)
