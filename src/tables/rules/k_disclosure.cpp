// The k-disclosure rule: a difference of a margin and one of its parts that stands for fewer than k
// respondents. It protects the difference as the frequency rule protects a cell.
#include <algorithm>

#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct KDisclosureRule {
  std::int64_t k = 3;
  std::optional<double> range;

  static RuleInfo info() {
    return {.name = "k-disclosure",
            .title = "Small differences",
            .summary =
                "A cell is sensitive if a margin that sums over one variable has fewer than k contributors "
                "outside it.",
            .example = "k-disclosure=3",
            .meaning = "a difference of a margin and its part that stands for fewer than 3 must not be known",
            .reference = "Lupp and Langsrud (2021), UNECE work session on statistical data confidentiality",
            .notes =
                "The difference margin − cell must not be known exactly; with a range, not to within so "
                "many percent of it on either side. In counts it is 0 to k − 1. In sums the contributors "
                "outside the cell are counted, 1 to k − 1, and the difference is their sum. The rule "
                "differs from group=k, which is for counts only, in what is safe: for group an attacker "
                "must take k or more outside the cell as possible; for k-disclosure any other number is "
                "enough. A pattern that is safe by group=k is also safe by k-disclosure=k without a range, "
                "and not the other way round. Margins, zeros and structural zeros are those of the rule "
                "group. The parameter `coalition` of the R package GaussSuppression is k − 1.",
            .amounts = false};
  }
  static void params(ParamList<KDisclosureRule>& list) {
    list.integer("k", &KDisclosureRule::k)
        .range(1, 1e9)
        .required()
        .doc("Differences of fewer contributors are protected.");
    list.number("range", &KDisclosureRule::range)
        .range(0, 100)
        .unit("%")
        .doc("How closely the difference may not be estimated, above 0; if not given, not exactly.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) {
    rule.count = numbers.respondents(0);
    if (numbers.size() > 1) rule.first = numbers.percentage(1);
  }
  static std::optional<OutsideLevels> outside(const MarginPart& part, const Rule& rule) {
    return is_small(part, rule) ? std::optional(levels(part, rule)) : std::nullopt;
  }
  static std::optional<Fraction> level(const RuleSubject&, const Rule&) { return std::nullopt; }
  static void widen(AttackThresholds&, const Rule&, bool) {}

 private:
  static bool is_small(const MarginPart& part, const Rule& rule) {
    if (part.counts) {
      return part.table.cells[part.cell].value > Decimal() && part.value() < Decimal::whole(rule.count);
    }
    const std::optional<std::int64_t> others = part.contributors();
    return others && *others > 0 && *others < rule.count && part.table.contributors[part.cell].frequency > 0;
  }
  static OutsideLevels levels(const MarginPart& part, const Rule& rule) {
    if (rule.first.is_zero()) return {};
    const int decimals = std::min(Decimal::most_decimals, part.value().decimals() + 6);
    const Decimal level = percent_of(rule.first, Fraction(part.value()).magnitude()).rounded_up(decimals);
    return {.lower_level = level, .upper_level = level};
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(k_disclosure_rule, KDisclosureRule)
