// The request rule: protection where a contributor requested it and has a large share of the cell, as in
// foreign trade statistics.
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

struct RequestRule {
  double first_share = 50;
  double second_share = 25;

  static RuleInfo info() {
    return {.name = "request",
            .title = "Request",
            .summary =
                "A cell is sensitive if a contributor who requested protection has more than a given share "
                "of it.",
            .example = "request=50,25",
            .meaning =
                "a cell is sensitive if a contributor with the first request code has more than 50 % of it, "
                "or one with the second code more than 25 %",
            .reference = "Hundepool et al. (2014), the tau-Argus manual"};
  }
  static void params(ParamList<RequestRule>& list) {
    list.number("first", &RequestRule::first_share)
        .range(0, 100)
        .required()
        .unit("%")
        .doc("The share, above 0, for contributors with the first request code.");
    list.number("second", &RequestRule::second_share)
        .range(0, 100)
        .required()
        .unit("%")
        .doc("The share, above 0, for contributors with the second request code.");
  }
  static void read(Rule& rule, const RuleNumbers& numbers) {
    rule.first = numbers.percentage(0);
    rule.second = numbers.percentage(1);
  }
  static bool takes_range(const Rule&) { return true; }
  static std::optional<Fraction> level(const RuleSubject& subject, const Rule& rule) {
    const Fraction& total = subject.counted.total();
    const bool hit = subject.counted.request(0) > percent_of(rule.first, total) ||
                     subject.counted.request(1) > percent_of(rule.second, total);
    return hit ? std::optional(subject.range(subject.size())) : std::nullopt;
  }
  static void widen(AttackThresholds& thresholds, const Rule&, bool hit) {
    thresholds.request = thresholds.request || hit;
  }
};

}  // namespace
}  // namespace sfumato::tables

SFUMATO_RULE(request_rule, RequestRule)
