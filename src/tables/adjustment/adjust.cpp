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
              "little as the relations allow, and the table adds up exactly. Nearly all sensitive cells end "
              "exactly at a level. The level follows from the rule and the true value: with p %, a cell of "
              "one respondent is published as y = v·(1 ± p/100), so that an attacker who knows p has only "
              "two possible values, y/(1 + p/100) and y/(1 - p/100), and one of them is true. ‹levels› "
              "LOW:HIGH moves each cell by a level drawn uniformly from that range, never less than the "
              "required one: the two values become two intervals, the wider the range the wider. The audit "
              "of an adjusted table computes this set for each sensitive cell. A cell is safe there if every "
              "interval of the set is at least a level away from the true value or at least as wide as the "
              "protection interval (from the value minus the lower to the value plus the upper level). With "
              "p % and one respondent the range 100:HIGH meets that for every draw if HIGH is at least "
              "300/(1 - 2p/100): 375 for 10 %. No range makes every set reach from the lower to the upper "
              "level around the true value, as suppression does, since a cell that was moved by HIGH is at "
              "the end of its interval.",
          .result = "the adjusted table",
          .random = true};
}

AdjustmentOptions AdjustParams::options() const {
  AdjustmentOptions result;
  result.weight = weight;
  result.fix_margins = fix_margins;
  result.keep_zeros = !free_zeros;
  result.limit = effort();
  result.gap = gap;
  result.prior_percent = prior;
  result.levels = parse_level_range(levels);
  return result;
}

}  // namespace sfumato::tables

SFUMATO_PROTECTION(adjust_protection, AdjustParams)
