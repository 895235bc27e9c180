// The frequency rule: too few contributors. It applies to sums and to counts.
#include <algorithm>

#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct FrequencyRule {
  std::int64_t n = 3;

  static RuleInfo info() {
    return {.name = "frequency",
            .title = "Minimum frequency",
            .summary = "A cell with fewer than n contributors is sensitive.",
            .example = "frequency=3",
            .meaning = "a cell with fewer than 3 contributors is sensitive",
            .reference = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
            .amounts = false};
  }
  static void params(ParamList<FrequencyRule>& list) {
    list.integer("n", &FrequencyRule::n).range(1, 1e9).required().doc("The minimum number of contributors.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) { rule.count = numbers.respondents(0); }
  static bool takes_range(const Rule&) { return true; }
  static std::optional<Fraction> level(const RuleSubject& subject, const Rule& rule) {
    const auto few = [&] {
      if (subject.behind == nullptr) {
        const Decimal& value = subject.table.cells[subject.cell].value;
        return value > Decimal() && value < Decimal::whole(rule.count);
      }
      return subject.counted.count() > 0 && subject.counted.count() < rule.count;
    };
    return few() ? std::optional(subject.range(subject.size())) : std::nullopt;
  }
  static void widen(AttackThresholds& thresholds, const Rule& rule, bool) {
    thresholds.fewest = std::max(thresholds.fewest, rule.count);
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(frequency_rule, FrequencyRule)
