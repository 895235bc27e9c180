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
  // Cell by cell, sums are not kept.
  bool adds_up() const { return mode == RoundingMode::controlled; }

  template <class T>
  static void params(ParamList<T>& list) {
    list.number("base", &T::base)
        .at_least(0)
        .required()
        .doc("Every published cell is a multiple of this, which is above 0.");
    list.choice("mode", static_cast<RoundingMode T::*>(&T::mode),
                {{"controlled", RoundingMode::controlled},
                 {"random", RoundingMode::random},
                 {"conventional", RoundingMode::conventional}})
        .doc("controlled: adds up. random: unbiased. conventional: to the nearest multiple.");
    list.integer("steps", &T::steps)
        .range(0, 10)
        .doc("Further multiples that a cell may go beyond the two nearest; as few as needed unless given.");
    list.flag("free-multiples", &T::free_multiples).doc("Cells that are multiples already may move, too.");
    limits(list, "The nearest table found by then is the answer.");
    gaps(list, "the nearest");
    singletons(list);
    priors(list);
  }
};

}  // namespace sfumato::tables
