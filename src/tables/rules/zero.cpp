// The zero rule: a cell of 0 reveals that each of its contributors has exactly 0. A percentage of 0 gives no
// protection, so that the range is an amount.
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct ZeroRule {
  std::optional<double> range;

  static RuleInfo info() {
    return {.name = "zero",
            .title = "Zeros",
            .summary = "A cell whose contributors all have 0 is sensitive.",
            .example = "zero=5",
            .meaning = "a cell whose contributors all have 0 is sensitive, with protection levels of 5",
            .reference = "Hundepool et al. (2014), the tau-Argus manual",
            .own_range = "write zero=5 for protection levels of 5 units"};
  }
  static void params(ParamList<ZeroRule>& list) {
    list.number("range", &ZeroRule::range)
        .at_least(0)
        .doc(
            "The protection level, above 0, in the unit of the table; without it the safety range of the "
            "smallest other cell.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) {
    if (numbers.size() > 0) rule.first = numbers.amount(0);
  }
  static bool takes_range(const Rule& rule) { return rule.first.is_zero(); }
  static std::optional<Fraction> level(const RuleSubject& subject, const Rule& rule) {
    const bool hit = subject.table.cells[subject.cell].value.is_zero() && subject.counted.count() > 0 &&
                     !subject.counted.has_negative();
    if (!hit) return std::nullopt;
    return rule.first.is_zero() ? subject.range(subject.smallest) : Fraction(rule.first);
  }
  static void widen(AttackThresholds& thresholds, const Rule&, bool hit) {
    thresholds.zero = thresholds.zero || hit;
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(zero_rule, ZeroRule)
