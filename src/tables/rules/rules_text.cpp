// Rules as they are typed. A wrong rule is told what the right one looks like and what its numbers mean.
#include <array>
#include <charconv>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {
namespace {

struct Form {
  RuleKind kind;
  std::string_view name;
  std::size_t fewest;  // numbers after the equals sign
  std::size_t most;
  std::string_view example;
  std::string_view meaning;
};

constexpr std::array<Form, 6> forms{{
    {RuleKind::frequency, "frequency", 1, 1, "frequency=3",
     "a cell with fewer than 3 contributors is sensitive"},
    {RuleKind::dominance, "dominance", 2, 2, "dominance=1,85",
     "a cell is sensitive if its largest 1 contributor has more than 85 % of it"},
    {RuleKind::p_percent, "p-percent", 1, 2, "p-percent=15",
     "a cell is sensitive if the largest contribution can be estimated within 15 % by another contributor; "
     "p-percent=15,2 by two who pool what they know"},
    {RuleKind::pq, "pq", 2, 3, "pq=10,50",
     "a cell is sensitive if contributions that were known within 50 % can be estimated within 10 % after it "
     "is published; pq=10,50,2 by two who pool what they know"},
    {RuleKind::request, "request", 2, 2, "request=50,25",
     "a cell is sensitive if a contributor who asked for protection by the first code has more than 50 % of "
     "it, "
     "or one by the second code more than 25 %"},
    {RuleKind::zero, "zero", 0, 1, "zero=5",
     "a cell of contributors that all have 0 is sensitive, and an attacker must be kept 5 off"},
}};

[[noreturn]] void refuse(std::string_view typed, const Form& form, const std::string& reason) {
  bad_input("the rule '" + std::string(typed) + "' " + reason,
            "write it as " + std::string(form.example) + ": " + std::string(form.meaning));
}

const Form& form_of(std::string_view typed, std::string_view name) {
  std::vector<std::string> names;
  for (const Form& form : forms) {
    if (form.name == name) return form;
    names.emplace_back(form.name);
  }
  const std::string close = suggestion(name, names);
  bad_input(
      "there is no rule '" + std::string(typed) + "'",
      (close.empty() ? "" : close + " ") +
          "the rules are frequency=3, dominance=1,85, p-percent=15, pq=10,50, request=50,25 and zero=5");
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

std::int64_t number_of_respondents(std::string_view typed, const Form& form, std::string_view part) {
  // More than any cell has; nothing that adds 1 to it can overflow.
  constexpr std::int64_t most = 1'000'000'000;
  const std::optional<std::int64_t> count = parse_integer(part);
  if (!count || *count < 1 || *count > most) {
    refuse(typed, form, "has '" + std::string(part) + "' where a number of contributors (1, 2, ...) stands");
  }
  return *count;
}

// A percentage above 0; up to 100, or below 100 where 100 % would mean nothing.
Decimal percentage(std::string_view typed, const Form& form, std::string_view part, bool below = false) {
  const std::optional<Decimal> percent = Decimal::parse(part);
  if (!percent) refuse(typed, form, "has '" + std::string(part) + "' where a percentage stands");
  const Decimal hundred = Decimal::whole(100);
  if (*percent <= Decimal() || *percent > hundred || (below && *percent == hundred)) {
    refuse(typed, form,
           "has " + std::string(part) + " where a percentage above 0 and " +
               (below ? "below 100 stands" : "not above 100 stands"));
  }
  return percent->trimmed();
}

void read_numbers(Rule& rule, const Form& form, const std::vector<std::string_view>& parts) {
  const std::string& typed = rule.text;
  switch (rule.kind) {
    case RuleKind::frequency:
      rule.count = number_of_respondents(typed, form, parts[0]);
      return;
    case RuleKind::dominance:
      rule.count = number_of_respondents(typed, form, parts[0]);
      rule.first = percentage(typed, form, parts[1], true);
      return;
    case RuleKind::p_percent:
      rule.first = percentage(typed, form, parts[0], true);
      if (parts.size() > 1) rule.count = number_of_respondents(typed, form, parts[1]);
      return;
    case RuleKind::pq:
      rule.first = percentage(typed, form, parts[0], true);
      rule.second = percentage(typed, form, parts[1]);
      if (rule.first >= rule.second) {
        refuse(typed, form, "has a p that is not smaller than its q: nobody would learn anything");
      }
      if (parts.size() > 2) rule.count = number_of_respondents(typed, form, parts[2]);
      return;
    case RuleKind::request:
      rule.first = percentage(typed, form, parts[0]);
      rule.second = percentage(typed, form, parts[1]);
      return;
    case RuleKind::zero:
      if (parts.empty()) return;
      const std::optional<Decimal> range = Decimal::parse(parts[0]);
      if (!range || *range <= Decimal()) {
        refuse(typed, form, "has '" + std::string(parts[0]) + "' where an amount above 0 stands");
      }
      rule.first = range->trimmed();
      return;
  }
}

}  // namespace

Rule parse_rule(std::string_view typed) {
  const std::size_t equals = typed.find('=');
  const Form& form = form_of(typed, typed.substr(0, equals));
  std::vector<std::string_view> parts;
  if (equals != std::string_view::npos) parts = parts_of(typed.substr(equals + 1));
  if (parts.size() < form.fewest || parts.size() > form.most) {
    const std::string wanted = std::to_string(form.fewest) +
                               (form.most > form.fewest ? " or " + std::to_string(form.most) : "") +
                               (form.most == 1 ? " number" : " numbers");
    refuse(typed, form, "has " + std::to_string(parts.size()) + " where " + wanted + " belong after the '='");
  }
  Rule rule;
  rule.kind = form.kind;
  rule.text = std::string(typed);
  read_numbers(rule, form, parts);
  return rule;
}

}  // namespace sfumato::tables
