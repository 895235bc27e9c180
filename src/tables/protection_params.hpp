// Parameters that several protections share: how long a search may take, what the attacker knows, and
// sensitivity rules. A protection derives from these and lists them among its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/params.hpp"
#include "optimize/limit.hpp"
#include "tables/audit/audit.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {

// Seconds, or work where given: a search with a limit of work ends at the same point on every machine.
struct LimitParams {
  double time_limit = 60;
  std::optional<double> work_limit;

  optimize::Effort effort() const {
    return work_limit ? optimize::Effort::work(*work_limit) : optimize::Effort::seconds(time_limit);
  }

  template <class T>
  static void limits(ParamList<T>& list, const std::string& doc) {
    list.number("time-limit", &T::time_limit).at_least(0).unit("seconds").doc(doc);
    list.number("work-limit", &T::work_limit)
        .at_least(0)
        .unit("units of work, about a second of one thread each")
        .doc("In place of the time limit: the result is then the same on every machine.");
  }
};

struct GapParams {
  double gap = 0;

  template <class T>
  static void gaps(ParamList<T>& list, const std::string& of) {
    list.number("gap", &T::gap).at_least(0).unit("%").doc("Stop at this distance from " + of + ".");
  }
};

struct PriorParams {
  std::optional<double> prior;

  template <class T>
  static void priors(ParamList<T>& list) {
    list.number("prior", &T::prior)
        .at_least(0)
        .unit("%")
        .doc(
            "What is known of each cell before publication: its value within so many percent. The table's "
            "own bounds have priority; without either, cells are 0 or more.");
  }
};

struct SingletonParams {
  bool ignore_singletons = false;

  template <class T>
  static void singletons(ParamList<T>& list) {
    list.flag("ignore-singletons", &T::ignore_singletons)
        .doc("Ignore contributors who know their own cells.");
  }
};

struct WholeParams {
  bool whole = false;

  template <class T>
  static void wholes(ParamList<T>& list) {
    list.flag("whole", &T::whole).doc("The attacker knows that counts are integers.");
  }
};

struct AttackerParams : PriorParams, SingletonParams, WholeParams {
  AuditOptions attacker() const {
    AuditOptions result;
    result.insiders = !ignore_singletons;
    result.whole_numbers = whole;
    result.prior_percent = prior;
    return result;
  }

  template <class T>
  static void attackers(ParamList<T>& list) {
    singletons(list);
    priors(list);
    wholes(list);
  }
};

struct RuleParams {
  std::vector<std::string> rules;
  std::optional<double> safety_range;
  bool holdings = false;
  bool unweighted = false;

  RuleOptions rule_options() const;

  template <class T>
  static void rule_params(ParamList<T>& list) {
    list.texts("rule", &T::rules).doc(rules_doc());
    list.number("safety-range", &T::safety_range)
        .at_least(0)
        .unit("% of the cell")
        .doc("Protection of cells that frequency and request rules mark as sensitive.");
    list.flag("holdings", &T::holdings).doc("Apply the rules to holdings instead of single records.");
    list.flag("unweighted", &T::unweighted).doc("Ignore the weights of contributions.");
  }
  static std::string rules_doc();
};

// The number as typed: 0.1 is one tenth. An error that names the parameter where it has too many digits.
Decimal exact_number(const std::string& parameter, double number);

}  // namespace sfumato::tables
