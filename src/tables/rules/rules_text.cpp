// Parses rules as typed, and lists them. The error for a wrong rule shows the right form and the meaning of
// its numbers.
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/registry.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {

#define RULE(function) RuleType function();
#include "tables/rules/rules.def"
#undef RULE

const std::vector<RuleType>& rule_types() {
  static const std::vector<RuleType> all{
#define RULE(function) function(),
#include "tables/rules/rules.def"
#undef RULE
  };
  return all;
}

namespace {

const RuleType& type_of(std::string_view typed, std::string_view name) {
  if (const RuleType* found = find_entry(rule_types(), name)) return *found;
  std::string examples;
  for (std::size_t i = 0; i < rule_types().size(); ++i) {
    const char* before = i == 0 ? "" : i + 1 == rule_types().size() ? " and " : ", ";
    examples += before + rule_types()[i].info.example;
  }
  const std::string close = suggestion(name, entry_names(rule_types()));
  bad_input("there is no rule '" + std::string(typed) + "'",
            (close.empty() ? "" : close + " ") + "the rules are " + examples);
}

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t comma = list.find(',');
    parts.push_back(list.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace

void RuleNumbers::refuse(const std::string& reason) const {
  bad_input("the rule '" + std::string(typed_) + "' " + reason,
            "write it as " + info_.example + ": " + info_.meaning);
}

std::int64_t RuleNumbers::respondents(std::size_t place) const {
  // More than any cell has; adding 1 to it cannot overflow.
  constexpr std::int64_t most = 1'000'000'000;
  const std::optional<std::int64_t> count = parse_integer(parts_[place]);
  if (!count || *count < 1 || *count > most) {
    refuse("has '" + std::string(parts_[place]) + "' where a number of contributors (1, 2, ...) is expected");
  }
  return *count;
}

Decimal RuleNumbers::percentage(std::size_t place, bool below) const {
  const std::string part(parts_[place]);
  const std::optional<Decimal> percent = Decimal::parse(part);
  if (!percent) refuse("has '" + part + "' where a percentage is expected");
  const Decimal hundred = Decimal::whole(100);
  if (*percent <= Decimal() || *percent > hundred || (below && *percent == hundred)) {
    refuse("has " + part + " where a percentage above 0 and " +
           (below ? "below 100 is expected" : "not above 100 is expected"));
  }
  return percent->trimmed();
}

Decimal RuleNumbers::amount(std::size_t place) const {
  const std::optional<Decimal> range = Decimal::parse(parts_[place]);
  if (!range || *range <= Decimal()) {
    refuse("has '" + std::string(parts_[place]) + "' where an amount above 0 is expected");
  }
  return range->trimmed();
}

Rule parse_rule(std::string_view typed) {
  const std::size_t equals = typed.find('=');
  const RuleType& type = type_of(typed, typed.substr(0, equals));
  std::vector<std::string_view> parts;
  if (equals != std::string_view::npos) parts = parts_of(typed.substr(equals + 1));
  std::size_t fewest = 0;
  for (const ParamInfo& number : type.params) fewest += number.required ? 1 : 0;
  const std::size_t most = type.params.size();
  const RuleNumbers numbers(typed, type.info, parts);
  if (parts.size() < fewest || parts.size() > most) {
    const std::string wanted = std::to_string(fewest) + (most > fewest ? " or " + std::to_string(most) : "") +
                               (most == 1 ? " number" : " numbers");
    numbers.refuse("has " + std::to_string(parts.size()) + " where it needs " + wanted + " after the '='");
  }
  Rule rule;
  rule.type = &type;
  rule.text = std::string(typed);
  type.read(rule, numbers);
  return rule;
}

}  // namespace sfumato::tables
