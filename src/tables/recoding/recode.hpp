// The parameters of recoding, as commands and requests give them.
#pragma once

#include "tables/protection.hpp"
#include "tables/protection_params.hpp"
#include "tables/recoding/recoding.hpp"

namespace sfumato::tables {

struct RecodeParams : RuleParams {
  bool by_cost = false;

  static ProtectionInfo info();
  RecodingOptions options() const;

  template <class T>
  static void params(ParamList<T>& list) {
    rule_params(list);
    list.flag("by-cost", &T::by_cost).doc("Lose cells of the least cost instead of the fewest cells.");
  }
};

}  // namespace sfumato::tables
