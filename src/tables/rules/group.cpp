// The group rule: so few of a margin are outside a cell that the attribute of the others is known. It is the
// rule for counts in which large cells disclose, such as a town in which all have the same disease.
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct GroupRule {
  std::int64_t k = 3;

  static RuleInfo info() {
    return {.name = "group",
            .title = "Group disclosure",
            .summary =
                "A count is sensitive if, in a margin that sums over one variable, fewer than k are outside "
                "it.",
            .example = "group=3",
            .meaning = "a count is sensitive if fewer than 3 of one of its margins are outside it",
            .reference =
                "Hundepool et al. (2012), Statistical Disclosure Control, chapter 5; Lupp and Langsrud "
                "(2021), UNECE work session on statistical data confidentiality",
            .notes =
                "A margin is a total over the parts of one variable; in a hierarchy, every total over its "
                "own parts. The cell is safe if the largest value of margin − cell that an attacker must "
                "take as possible is k or more; the attacker knows what is published, and that counts are "
                "integers. Cells of 0 are not sensitive: no one is in them. Structural zeros, which are 0 "
                "and have an upper bound of 0 or the status 'kept', do not count as a place for the others; "
                "a margin with only one part that can be other than 0 is not a disclosure, since everyone "
                "knows beforehand that all are in that part. Zeros that are not structural may be "
                "suppressed. Contributors who know their own cell do not attack this rule: a person does "
                "not know that no one else is in the same cell; choose a larger k against a coalition.",
            .amounts = false,
            .counts = true};
  }
  static void params(ParamList<GroupRule>& list) {
    list.integer("k", &GroupRule::k)
        .range(1, 1e9)
        .required()
        .doc("How many of the margin must be possible outside the cell.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) { rule.count = numbers.respondents(0); }
  static std::optional<OutsideLevels> outside(const MarginPart& part, const Rule& rule) {
    const Decimal least = Decimal::whole(rule.count);
    if (!part.counts || part.table.cells[part.cell].value <= Decimal() || part.value() >= least) {
      return std::nullopt;
    }
    return OutsideLevels{.lower_level = {}, .upper_level = least - part.value()};
  }
  static std::optional<Fraction> level(const RuleSubject&, const Rule&) { return std::nullopt; }
  static void widen(AttackThresholds&, const Rule&, bool) {}
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(group_rule, GroupRule)
