// The parameters of cell suppression, as commands and requests give them.
#pragma once

#include "tables/protection.hpp"
#include "tables/protection_params.hpp"
#include "tables/suppression/algorithm.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::tables {

struct SuppressParams : LimitParams, GapParams, AttackerParams {
  enum class Cost { own, value, frequency, unity };

  std::string algorithm = "auto";
  Cost cost = Cost::own;
  bool hide_zeros = false;

  static ProtectionInfo info();
  SuppressionOptions options() const;

  template <class T>
  static void params(ParamList<T>& list) {
    std::vector<std::string> names;
    for (const SuppressionAlgorithm& one : suppression_algorithms()) names.push_back(one.info.name);
    list.text("algorithm", &T::algorithm)
        .one_of(names)
        .doc("The suppression algorithm; the reference has a page about the algorithms.");
    limits(list, "The result is the best safe pattern found by then.");
    gaps(list, "the least cost");
    list.choice("cost", static_cast<Cost T::*>(&T::cost),
                {{"own", Cost::own},
                 {"value", Cost::value},
                 {"frequency", Cost::frequency},
                 {"unity", Cost::unity}})
        .doc("Cost of a suppressed cell: the table's own costs, its value, its frequency, or 1.");
    list.flag("hide-zeros", &T::hide_zeros).doc("Cells without contributors may also be suppressed.");
    attackers(list);
  }
};

}  // namespace sfumato::tables
