// The parameters of controlled tabular adjustment, as commands and requests give them.
#pragma once

#include "tables/adjustment/adjustment.hpp"
#include "tables/protection.hpp"
#include "tables/protection_params.hpp"

namespace sfumato::tables {

struct AdjustParams : LimitParams, GapParams, PriorParams {
  DistanceWeight weight = DistanceWeight::relative;
  bool fix_margins = false;
  bool free_zeros = false;

  static ProtectionInfo info();
  AdjustmentOptions options() const;

  template <class T>
  static void params(ParamList<T>& list) {
    list.choice("weight", static_cast<DistanceWeight T::*>(&T::weight),
                {{"relative", DistanceWeight::relative},
                 {"unity", DistanceWeight::unity},
                 {"cost", DistanceWeight::cost}})
        .doc("Weight of a change: relative to the cell's value, 1, or the cell's cost.");
    list.flag("fix-margins", &T::fix_margins).doc("Totals keep their values.");
    list.flag("free-zeros", &T::free_zeros).doc("Empty cells may also change.");
    limits(list, "The result is the nearest table found by then.");
    gaps(list, "the nearest");
    priors(list);
  }
};

}  // namespace sfumato::tables
