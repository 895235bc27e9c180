// A kind of sensitivity rule: a registry record with its description, its numbers and its decision about a
// cell. Each has a source file with a struct; only rules.def lists it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.hpp"
#include "tables/rules/outside.hpp"
#include "tables/rules/rules.hpp"
#include "tables/rules/rules_contributors.hpp"

namespace sfumato::tables {

struct RuleInfo {
  std::string name;
  std::string title;
  std::string summary;  // which cells are sensitive, with the rule's letters
  std::string example;  // "p-percent=15"
  std::string meaning;  // what the example says
  std::string reference = {};
  std::string notes = {};      // for the reference page: exact definitions
  bool amounts = true;         // uses amounts, and not only counts
  bool counts = false;         // applies to counts only
  bool ranks = false;          // needs the largest contributions to each cell
  std::string own_range = {};  // how its own range is written, where it can have one
};

// The numbers of a rule as typed. An error shows the rule's example.
class RuleNumbers {
 public:
  RuleNumbers(std::string_view typed, const RuleInfo& info, std::vector<std::string_view> parts)
      : typed_(typed), info_(info), parts_(std::move(parts)) {}

  std::size_t size() const { return parts_.size(); }
  std::int64_t respondents(std::size_t place) const;
  // Above 0, and up to 100; or below 100, where 100 % makes no sense.
  Decimal percentage(std::size_t place, bool below = false) const;
  Decimal amount(std::size_t place) const;
  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  std::string_view typed_;
  const RuleInfo& info_;
  std::vector<std::string_view> parts_;
};

// The data of a cell that a rule needs.
struct RuleSubject {
  const CellTable& table;
  std::size_t cell;
  bool counts;  // respondents, and not amounts
  CountedContributors counted;
  const Contributors* behind;  // null in a table of counts without contributors
  const RuleOptions& options;
  const Fraction& smallest;  // size of a cell of the same response that is not 0

  Fraction size() const;
  // The safety range of a cell of this size.
  Fraction range(const Fraction& of) const;
  // Of the `number` largest contributors; an error where too few were kept to know.
  Fraction sum_of_largest(const Rule& rule, std::int64_t number) const;
  // A level in the unit of the contributions as one of the cell's value; empty where it is not above 0.
  std::optional<Fraction> above_zero(const Fraction& level) const;
};

Fraction percent_of(const Decimal& percent, const Fraction& of);

// Thresholds for the description of attacks on a cell: the widest of the table's rules.
struct AttackThresholds {
  std::optional<Decimal> estimate;  // % of the true contribution
  std::int64_t pooling = 1;         // size of a coalition
  std::int64_t dominant = 1;        // n and k of dominance
  std::optional<Decimal> share;
  std::int64_t fewest = 0;  // contributors; 0: no rule about that
  bool zero = false;        // hits of these kinds
  bool request = false;
};

struct RuleType {
  RuleInfo info;
  std::vector<ParamInfo> params;  // the numbers after the name, in their order
  // The numbers into the rule; how many there are was checked.
  void (*read)(Rule& rule, const RuleNumbers& numbers);
  // The protection level; empty where the cell is not sensitive by this rule.
  std::optional<Fraction> (*level)(const RuleSubject& subject, const Rule& rule);
  void (*widen)(AttackThresholds& thresholds, const Rule& rule, bool hit);
  // Null for rules that have none. Whether it takes its levels from the safety range.
  bool (*takes_range)(const Rule& rule);
  // Prior knowledge of every cell, in percent.
  Decimal (*prior)(const Rule& rule);
  // For rules about what a margin leaves outside a cell: the levels of that difference; empty where the cell
  // is not sensitive for it.
  std::optional<OutsideLevels> (*outside)(const MarginPart& part, const Rule& rule);
};

const std::vector<RuleType>& rule_types();

// T has numbers as members, info(), params(), read(), level() and widen(), and may have takes_range(),
// prior() and outside().
template <class T>
RuleType make_rule_type() {
  RuleType result{T::info(), param_list<T>().infos(), T::read, T::level, T::widen, nullptr, nullptr, nullptr};
  if constexpr (requires(const Rule& rule) { T::takes_range(rule); }) result.takes_range = T::takes_range;
  if constexpr (requires(const Rule& rule) { T::prior(rule); }) result.prior = T::prior;
  if constexpr (requires(const MarginPart& part, const Rule& rule) { T::outside(part, rule); }) {
    result.outside = T::outside;
  }
  return result;
}

}  // namespace sfumato::tables

// At the end of a rule's source file; rules.def lists the same name.
#define SFUMATO_RULE(function, Type)                     \
  namespace sfumato::tables {                            \
  RuleType function() { return make_rule_type<Type>(); } \
  }
