// The p-percent rule: a contributor can estimate the largest contribution too closely. The pq rule with q =
// 100.
#include "tables/rules/estimation.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct PPercentRule {
  double p = 15;
  std::int64_t n = 1;

  static RuleInfo info() {
    return {.name = "p-percent",
            .title = "p-percent",
            .summary =
                "A cell is sensitive if a coalition of n contributors can estimate the largest contribution "
                "within p %.",
            .example = "p-percent=15",
            .meaning =
                "a cell is sensitive if the largest contribution can be estimated within 15 % by another "
                "contributor; p-percent=15,2 by a coalition of two",
            .reference = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
            .ranks = true};
  }
  static void params(ParamList<PPercentRule>& list) {
    list.number("p", &PPercentRule::p)
        .range(0, 100)
        .required()
        .unit("%")
        .doc("Estimates closer than this are disclosures; above 0 and below 100.");
    list.integer("n", &PPercentRule::n).range(1, 1e9).doc("The number of contributors in a coalition.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) {
    rule.first = numbers.percentage(0, true);
    if (numbers.size() > 1) rule.count = numbers.respondents(1);
  }
  static std::optional<Fraction> level(const RuleSubject& subject, const Rule& rule) {
    return estimation_level(subject, rule, Fraction(100));
  }
  static void widen(AttackThresholds& thresholds, const Rule& rule, bool) {
    widen_estimate(thresholds, rule, Fraction(100));
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(p_percent_rule, PPercentRule)
