#include "jobs/table_batch_requests.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

using tables::ArbRule;
using tables::ArbSuppress;
using tables::Decimal;

// One request per safety range, for individuals and for holdings.
struct RuleGroup {
  bool holdings = false;
  std::optional<Decimal> range;
  std::vector<std::string> rules;
};

class RuleReader {
 public:
  explicit RuleReader(const PlannedTable& table) : table_(table) {}

  BatchChecks read() {
    for (const ArbRule& rule : table_.rules.action.rules) take(rule);
    for (const RuleGroup& group : groups_) {
      ParamValues given{{"rule", Value::array_of(group.rules)}};
      if (group.holdings) given.emplace_back("holdings", true);
      if (group.range) given.emplace_back("safety-range", group.range->number());
      checks_.checks.push_back(make_request<CheckRequest>(given));
      checks_.checks.back().rule_options();  // a wrong rule is an error before any file is read
    }
    return std::move(checks_);
  }

 private:
  void add(bool holdings, std::optional<Decimal> range, std::string rule) {
    const auto same = [&](const RuleGroup& one) { return one.holdings == holdings && one.range == range; };
    auto group = std::find_if(groups_.begin(), groups_.end(), same);
    if (group == groups_.end()) group = groups_.insert(groups_.end(), {holdings, range, {}});
    group->rules.push_back(std::move(rule));
  }

  // Is the rule for holdings, as the `count`th of its kind? Half of `most` are for individuals.
  bool for_holdings(const std::string& name, std::size_t most) {
    const std::size_t before = seen_[name]++;
    if (before >= most) {
      bad_input("there are more than " + std::to_string(most) + " rules " + name,
                most == 4 ? "two for individuals and two for holdings are allowed"
                          : "one for individuals and one for holdings is allowed");
    }
    return before >= most / 2;
  }

  void keep(const Decimal& number) {
    const std::int64_t wanted = number.units_at(0).value_or(0);
    checks_.keep = std::clamp<std::int64_t>(2 * (wanted + 1), checks_.keep, 1000);
  }

  void require_amounts(const std::string& name) const {
    if (!table_.specification.response.empty()) return;
    bad_input(name + " looks at amounts, and the table counts", "use FREQ(3,30) for a frequency table");
  }

  static Decimal range_of(const std::string& name, const Decimal& range) {
    if (!range.is_zero()) return range;
    bad_input(
        "the safety range of " + name + " is 0, which protects nothing",
        "write a percentage of the cell, such as " + name + (name == "FREQ" ? "(3,30)" : "(50,25,0,10)"));
  }

  void take(const ArbRule& rule) {
    if (rule.name == "P") {
      take_p(rule);
    } else if (rule.name == "NK") {
      take_nk(rule);
    } else if (rule.name == "FREQ") {
      const bool holdings = for_holdings("FREQ", 2);
      if (rule.numbers[0].is_zero()) return;
      add(holdings, range_of("FREQ", rule.numbers[1]), "frequency=" + rule.numbers[0].text());
    } else if (rule.name == "REQ") {
      take_request(rule);
    } else if (rule.name == "ZERO") {
      require_amounts("ZERO");
      if (rule.numbers[0].is_zero()) {
        bad_input("the safety range of ZERO is 0, which protects nothing",
                  "write an amount, such as ZERO(20)");
      }
      add(false, std::nullopt, "zero=" + rule.numbers[0].text());
    } else if (rule.name == "MAN") {
      if (rule.numbers[0].is_zero() || rule.numbers[0] > Decimal::whole(100)) {
        bad_input("MAN is " + rule.numbers[0].text() + " %", "it must be above 0 and at most 100");
      }
      checks_.marked = rule.numbers[0];
    } else if (rule.name == "WGT") {
      checks_.weighted = !rule.numbers[0].is_zero();
    } else if (rule.name == "MIS") {
      checks_.missing_safe = !rule.numbers[0].is_zero();
    }
  }

  // P(p), P(p,n) or P(p,q,n).
  void take_p(const ArbRule& rule) {
    const bool holdings = for_holdings("P", 4);
    if (rule.numbers[0].is_zero()) return;
    require_amounts("P");
    const bool with_q = rule.numbers.size() == 3;
    const Decimal number = rule.numbers.size() > 1 ? rule.numbers.back() : Decimal::whole(1);
    const bool pq = with_q && rule.numbers[1] != Decimal::whole(100);
    std::string text = (pq ? "pq=" : "p-percent=") + rule.numbers[0].text();
    if (pq) text += "," + rule.numbers[1].text();
    if (number != Decimal::whole(1)) text += "," + number.text();
    keep(number);
    add(holdings, std::nullopt, text);
  }

  void take_nk(const ArbRule& rule) {
    const bool holdings = for_holdings("NK", 4);
    if (rule.numbers[0].is_zero() || rule.numbers[1].is_zero()) return;
    require_amounts("NK");
    keep(rule.numbers[0]);
    add(holdings, std::nullopt, "dominance=" + rule.numbers[0].text() + "," + rule.numbers[1].text());
  }

  // REQ(first %, second %, range) or REQ(first %, second %, minimum frequency, range).
  void take_request(const ArbRule& rule) {
    const bool holdings = for_holdings("REQ", 2);
    if (rule.numbers[0].is_zero() && rule.numbers[1].is_zero()) return;
    require_amounts("REQ");
    if (rule.numbers.size() == 4 && rule.numbers[2] > Decimal::whole(1)) {
      bad_input("REQ with a minimum frequency of " + rule.numbers[2].text() + " is not supported",
                "write 0 in its place, and FREQ for a minimum frequency");
    }
    add(holdings, range_of("REQ", rule.numbers.back()),
        "request=" + rule.numbers[0].text() + "," + rule.numbers[1].text());
  }

  const PlannedTable& table_;
  BatchChecks checks_;
  std::vector<RuleGroup> groups_;
  std::map<std::string, std::size_t> seen_;
};

// What the method's numbers say, one after the other.
class MethodReader {
 public:
  MethodReader(const ArbSuppress& method, std::string place, std::optional<double> work_limit,
               std::vector<std::string>& notes)
      : method_(method), place_(std::move(place)), work_limit_(work_limit), notes_(notes) {}

  BatchProtection read() {
    if (work_limit_) given_.emplace_back("work-limit", *work_limit_);
    if (method_.method == "RND") return rounding();
    if (method_.method == "CTA") return make_request<AdjustRequest>(given_);
    if (method_.method == "GH") hypercube();
    if (method_.method == "MOD") modular();
    if (method_.method == "OPT") {
      given_.emplace_back("algorithm", "optimal");
      minutes(0);
    }
    if (method_.method == "NET") given_.emplace_back("algorithm", "network");
    return make_request<SuppressRequest>(given_);
  }

 private:
  std::optional<Decimal> number(std::size_t place) const {
    return place < method_.numbers.size() ? std::optional(method_.numbers[place]) : std::nullopt;
  }
  bool is(std::size_t place, int wanted) const { return number(place) == Decimal::whole(wanted); }
  void note(const std::string& text) { notes_.push_back(place_ + ": " + text); }

  void minutes(std::size_t place) {
    const std::optional<Decimal> limit = number(place);
    if (!limit) return;
    if (limit->is_zero()) {
      bad_input(method_.method + " has a time of 0 minutes", "write the minutes that it may take");
    }
    if (work_limit_) return;
    given_.emplace_back("time-limit", limit->number() * 60);
  }

  // Percentage that is known beforehand, size of the model (which has no meaning here), singletons.
  void hypercube() {
    given_.emplace_back("algorithm", "hypercube");
    if (const auto prior = number(0)) {
      if (prior->is_zero()) {
        bad_input("GH has a-priori bounds of 0 %: every cell would be known before it is published",
                  "write a percentage such as 100, or leave it out");
      }
      given_.emplace_back("prior", prior->number());
    }
    if (is(2, 0)) given_.emplace_back("ignore-singletons", true);
  }

  // Minutes, singletons against singletons, against several, minimum frequency; a largest scaled cost has no
  // meaning here.
  void modular() {
    given_.emplace_back("algorithm", "modular");
    minutes(0);
    if (is(1, 0) && is(2, 0)) given_.emplace_back("ignore-singletons", true);
    if (is(3, 1))
      note("the minimum-frequency check of MOD is not made: contributors are attackers one by one");
  }

  // Base, steps, minutes. Partitions, stop rule and unit cost only steer tau-Argus's own search.
  BatchProtection rounding() {
    given_.emplace_back("base", method_.numbers[0].number());
    if (const auto steps = number(1)) {
      const std::optional<std::int64_t> whole = steps->units_at(0);
      if (!whole) bad_input("RND has " + steps->text() + " steps", "write a whole number of steps");
      given_.emplace_back("steps", *whole);
    }
    minutes(2);
    return make_request<RoundRequest>(given_);
  }

  const ArbSuppress& method_;
  std::string place_;
  std::optional<double> work_limit_;
  std::vector<std::string>& notes_;
  ParamValues given_;
};

template <class Work>
auto located(const std::string& place, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const Error& error) {
    throw error.at(place);
  }
}

}  // namespace

BatchChecks batch_checks(const BatchPlan& plan, const PlannedTable& table) {
  return located(plan.at(table.rules.line), [&] { return RuleReader(table).read(); });
}

BatchProtection batch_protection(const BatchPlan& plan, const AtLine<ArbSuppress>& suppress,
                                 std::optional<double> work_limit, std::vector<std::string>& notes) {
  const std::string place = plan.at(suppress.line);
  return located(place, [&] { return MethodReader(suppress.action, place, work_limit, notes).read(); });
}

}  // namespace sfumato::jobs
