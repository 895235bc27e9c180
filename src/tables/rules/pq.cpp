// The pq rule: contributions that were known within q % beforehand can be estimated within p % afterwards. It
// also gives the prior bounds of every cell: its value within q %.
#include "tables/rules/estimation.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct PqRule {
  double p = 10;
  double q = 50;
  std::int64_t n = 1;

  static RuleInfo info() {
    return {.name = "pq",
            .title = "Prior-posterior, pq",
            .summary =
                "A cell is sensitive if contributions that were known within q % can be estimated "
                "within p % after it is published, by a coalition of n contributors.",
            .example = "pq=10,50",
            .meaning =
                "a cell is sensitive if contributions that were known within 50 % can be estimated "
                "within 10 % after it is published; pq=10,50,2 by a coalition of two",
            .reference = "Hundepool et al. (2012), Statistical Disclosure Control, chapter 4",
            .ranks = true};
  }
  static void params(ParamList<PqRule>& list) {
    list.number("p", &PqRule::p)
        .range(0, 100)
        .required()
        .unit("%")
        .doc("Estimates closer than this are disclosures; above 0 and below q.");
    list.number("q", &PqRule::q)
        .range(0, 100)
        .required()
        .unit("%")
        .doc("Prior knowledge: how closely every contribution is known; above 0.");
    list.integer("n", &PqRule::n).range(1, 1e9).doc("The number of contributors in a coalition.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) {
    rule.first = numbers.percentage(0, true);
    rule.second = numbers.percentage(1);
    if (rule.first >= rule.second) {
      numbers.refuse("has a p that is not smaller than its q");
    }
    if (numbers.size() > 2) rule.count = numbers.respondents(2);
  }
  static std::optional<Fraction> level(const RuleSubject& subject, const Rule& rule) {
    return estimation_level(subject, rule, Fraction(rule.second));
  }
  static void widen(AttackThresholds& thresholds, const Rule& rule, bool) {
    widen_estimate(thresholds, rule, Fraction(rule.second));
  }
  static Decimal prior(const Rule& rule) { return rule.second; }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(pq_rule, PqRule)
