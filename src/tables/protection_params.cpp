#include "tables/protection_params.hpp"

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {

Decimal exact_number(const std::string& parameter, double number) {
  const std::optional<Decimal> exact = Decimal::parse(shortest(number));
  if (!exact) {
    bad_param(parameter, "parameter '" + parameter + "' cannot be '" + shortest(number) + "'",
              "it must be a number with at most 18 digits, such as 5 or 0.25");
  }
  return *exact;
}

RuleOptions RuleParams::rule_options() const {
  RuleOptions result;
  for (const std::string& typed : rules) result.rules.push_back(parse_rule(typed));
  if (safety_range) result.safety_range = exact_number("safety-range", *safety_range);
  result.holdings = holdings;
  result.weighted = !unweighted;
  return result;
}

std::string RuleParams::rules_doc() {
  std::string examples;
  for (const RuleType& type : rule_types()) examples += (examples.empty() ? "" : ", ") + type.info.example;
  return "A sensitivity rule, such as " + examples + "; may be repeated; all rules apply.";
}

}  // namespace sfumato::tables
