// The parameters of controlled tabular adjustment, as commands and requests give them.
#pragma once

#include "tables/adjustment/adjustment.hpp"
#include "tables/protection.hpp"
#include "tables/protection_params.hpp"

namespace sfumato::tables {

// The range of the levels, as adjustment takes it and as its audit must know it.
template <class T>
void level_range_param(ParamList<T>& list, std::string T::*member, const std::string& doc) {
  list.text("levels", member).unit("% of the required level").value_name("LOW:HIGH").doc(doc);
}

struct AdjustParams : LimitParams, GapParams, PriorParams {
  DistanceWeight weight = DistanceWeight::relative;
  bool fix_margins = false;
  bool free_zeros = false;
  std::string levels = "100";

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
    level_range_param(list, static_cast<std::string T::*>(&T::levels),
                      "The level that a sensitive cell moves by: 100 is the required one; 100:200 draws it "
                      "for each cell, so that an attacker knows only a range.");
    limits(list, "The result is the nearest table found by then.");
    gaps(list, "the nearest");
    priors(list);
  }
};

}  // namespace sfumato::tables
