#include "cli/rule_options.hpp"

#include "core/error.hpp"

namespace sfumato::cli {

OptionGroup RuleChoice::group() {
  return {
      "The rules",
      {{"--rule", "RULE",
        "p-percent=P, dominance=N,K, pq=P,Q, frequency=N, request=A,B or zero=R; may be repeated, and every "
        "one counts.",
        Texts{&rules}},
       {"--safety-range", "PERCENT",
        "Protection of cells that frequency and request rules hit, in percent of the cell.",
        Text{&safety_range}},
       {"--holdings", "", "Look at holdings instead of single records.", Flag{&holdings}},
       {"--unweighted", "", "A contribution counts once, whatever its weight.", Flag{&unweighted}}}};
}

tables::RuleOptions RuleChoice::chosen() const {
  tables::RuleOptions result;
  for (const std::string& typed : rules) result.rules.push_back(tables::parse_rule(typed));
  if (safety_range) {
    result.safety_range = tables::Decimal::parse(*safety_range);
    if (!result.safety_range || result.safety_range->is_negative()) {
      bad_input("--safety-range cannot be '" + *safety_range + "'",
                "write a percentage of the cell, for example --safety-range 20");
    }
  }
  result.holdings = holdings;
  result.weighted = !unweighted;
  return result;
}

}  // namespace sfumato::cli
