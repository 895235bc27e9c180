// The parameters of rounding, as commands and requests give them.
#pragma once

#include "tables/protection.hpp"
#include "tables/protection_params.hpp"
#include "tables/rounding/rounding.hpp"

namespace sfumato::tables {

struct RoundParams : LimitParams, GapParams, SingletonParams, PriorParams {
  double base = 5;
  RoundingMode mode = RoundingMode::controlled;
  std::optional<std::int64_t> steps;
  bool free_multiples = false;

  static ProtectionInfo info();
  RoundingOptions options() const;
  // Rounding cell by cell does not keep sums.
  bool adds_up() const { return mode == RoundingMode::controlled; }

  template <class T>
  static void params(ParamList<T>& list) {
    list.number("base", &T::base)
        .at_least(0)
        .required()
        .doc("Every published cell is a multiple of this number, which must be above 0.");
    list.choice("mode", static_cast<RoundingMode T::*>(&T::mode),
                {{"controlled", RoundingMode::controlled},
                 {"random", RoundingMode::random},
                 {"conventional", RoundingMode::conventional}})
        .doc("controlled: additive. random: unbiased. conventional: to the nearest multiple.");
    list.integer("steps", &T::steps)
        .range(0, 10)
        .doc("How many multiples beyond the two nearest a cell may move; as few as needed if not given.");
    list.flag("free-multiples", &T::free_multiples).doc("Cells that are already multiples may also change.");
    limits(list, "The result is the nearest table found by then.");
    gaps(list, "the nearest");
    singletons(list);
    priors(list);
  }
};

}  // namespace sfumato::tables
