#include "tables/rounding/round.hpp"

#include "core/error.hpp"

namespace sfumato::tables {

ProtectionInfo RoundParams::info() {
  return {.name = "round",
          .title = "Rounding",
          .summary = "Rounds every cell to a multiple of a base and keeps the table additive.",
          .reference = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 5",
          .notes =
              "The audit assumes that the attacker knows every true cell within the base of its published "
              "value. A table that is not safe is not written: use a larger base.",
          .result = "the rounded table",
          .random = true};
}

RoundingOptions RoundParams::options() const {
  RoundingOptions result;
  if (!(base > 0))
    bad_param("base", "parameter 'base' cannot be '0'", "it must be a number above 0, for example 5");
  result.base = exact_number("base", base);
  result.mode = mode;
  if (steps) {
    result.steps = static_cast<int>(*steps);
    result.most_steps = result.steps;
  }
  result.zero_restricted = !free_multiples;
  result.limit = effort();
  result.gap = gap;
  result.attacker.prior_percent = prior;
  result.attacker.insiders = !ignore_singletons;
  return result;
}

}  // namespace sfumato::tables

SFUMATO_PROTECTION(round_protection, RoundParams)
