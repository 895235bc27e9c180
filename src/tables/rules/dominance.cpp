// The dominance rule, also called (n,k) rule: a few contributors have nearly all of a cell.
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct DominanceRule {
  std::int64_t n = 1;
  double k = 85;

  static RuleInfo info() {
    return {.name = "dominance",
            .title = "Dominance, (n,k)",
            .summary = "A cell is sensitive if its n largest contributors have more than k % of it.",
            .example = "dominance=1,85",
            .meaning = "a cell is sensitive if its largest 1 contributor has more than 85 % of it",
            .reference = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
            .ranks = true};
  }
  static void params(ParamList<DominanceRule>& list) {
    list.integer("n", &DominanceRule::n)
        .range(1, 1e9)
        .required()
        .doc("How many of the largest contributors.");
    list.number("k", &DominanceRule::k)
        .range(0, 100)
        .required()
        .unit("%")
        .doc("Their share of the cell, above 0 and below 100.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) {
    rule.count = numbers.respondents(0);
    rule.first = numbers.percentage(1, true);
  }
  static std::optional<Fraction> level(const RuleSubject& subject, const Rule& rule) {
    const Fraction largest = subject.sum_of_largest(rule, rule.count);
    return subject.above_zero(Fraction(100) * largest / Fraction(rule.first) - subject.counted.total());
  }
  static void widen(AttackThresholds& thresholds, const Rule& rule, bool hit) {
    if (!hit && thresholds.share) return;
    thresholds.dominant = rule.count;
    thresholds.share = rule.first;
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(dominance_rule, DominanceRule)
