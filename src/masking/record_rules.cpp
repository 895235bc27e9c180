// Rules are read once, so that a record is checked with numbers alone: values, days, or places of categories.
#include "masking/record_rules.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::masking {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

}  // namespace

class RuleParser {
 public:
  RuleParser(const Table& table, bool households) : table_(table), households_(households) {}

  RecordRules::Rule rule(std::string_view text) {
    text_ = text;
    text = trimmed(text);
    RecordRules::Rule result;
    if (text.starts_with("if ")) {
      const std::size_t then = text.find(" then ");
      if (then == std::string_view::npos) refuse("it has 'if' and no 'then'");
      result.premises = conditions(text.substr(3, then - 3));
      text.remove_prefix(then + 6);
    }
    result.conclusions = conditions(text);
    return result;
  }

 private:
  using Side = RecordRules::Side;
  using Comparison = RecordRules::Comparison;

  [[noreturn]] void refuse(const std::string& why) const {
    bad_param("rule", "‹rule› cannot be '" + std::string(text_) + "': " + why,
              "write conditions such as age>=15, joined by 'and', or 'if relation=child then age<30'");
  }

  std::vector<RecordRules::Condition> conditions(std::string_view text) const {
    std::vector<RecordRules::Condition> result;
    for (std::size_t end = 0; end != std::string_view::npos;) {
      end = text.find(" and ");
      result.push_back(condition(trimmed(text.substr(0, end))));
      if (end != std::string_view::npos) text.remove_prefix(end + 5);
    }
    return result;
  }

  RecordRules::Condition condition(std::string_view text) const {
    const std::size_t at = text.find_first_of("=<>!");
    if (at == std::string_view::npos || at == 0) refuse("'" + std::string(text) + "' compares nothing");
    const bool two = at + 1 < text.size() && text[at + 1] == '=' && text[at] != '=';
    RecordRules::Condition result;
    result.comparison = comparison(text[at], two);
    result.left = required_side(trimmed(text.substr(0, at)));
    const std::string_view right = trimmed(text.substr(at + (two ? 2 : 1)));
    if (right.empty()) refuse("'" + std::string(text) + "' has nothing on its right");
    const bool order = result.comparison != Comparison::equal && result.comparison != Comparison::unequal;
    if (order && table_.info(result.left.column).kind == Kind::nominal) {
      refuse("the categories of '" + table_.info(result.left.column).name + "' have no order");
    }
    if (const std::optional<Side> column = side(right)) {
      result.constant = false;
      result.right = *column;
      const bool texts =
          table_.column(column->column).is_text() || table_.column(result.left.column).is_text();
      if (texts && column->column != result.left.column)
        refuse("columns of text are compared with texts only");
    } else {
      result.value = constant(result.left.column, right);
    }
    return result;
  }

  Comparison comparison(char sign, bool with_equals) const {
    if (sign == '=') return Comparison::equal;
    if (sign == '<') return with_equals ? Comparison::at_most : Comparison::less;
    if (sign == '>') return with_equals ? Comparison::at_least : Comparison::more;
    if (!with_equals) refuse("'!' stands without '='");
    return Comparison::unequal;
  }

  std::optional<Side> side(std::string_view name) const {
    if (const auto id = table_.find(name)) return Side{*id, false};
    if (!households_ || !name.starts_with("head.")) return std::nullopt;
    if (const auto id = table_.find(name.substr(5))) return Side{*id, true};
    return std::nullopt;
  }

  Side required_side(std::string_view name) const {
    if (const auto found = side(name)) return *found;
    return about("rule", [&] { return Side{table_.require(name), false}; });
  }

  double constant(ColumnId id, std::string_view text) const {
    if (text.size() > 1 && text.front() == '\'' && text.back() == '\'')
      text = text.substr(1, text.size() - 2);
    const Column& column = table_.column(id);
    if (const Codes* codes = column.get_if<Codes>()) {
      const auto found = std::find(codes->labels.begin(), codes->labels.end(), text);
      if (found == codes->labels.end()) {
        refuse("'" + table_.info(id).name + "' has no category '" + std::string(text) + "'");
      }
      return static_cast<double>(found - codes->labels.begin());
    }
    if (const Timestamps* times = column.get_if<Timestamps>()) {
      std::int64_t value = 0;
      if (parse_any_timestamp(text, *times, value)) return times->days(value);
    }
    std::int32_t day = 0;
    if (column.get_if<Dates>() != nullptr && parse_date(text, day)) return day;
    const std::optional<double> number = parse_number(text);
    if (!number || column.is_calendar()) {
      refuse("'" + std::string(text) + "' is neither a column nor a value of '" + table_.info(id).name + "'");
    }
    return *number;
  }

  const Table& table_;
  bool households_;
  std::string_view text_;
};

RecordRules::RecordRules(const std::vector<std::string>& texts, const Table& table, bool households) {
  RuleParser parser(table, households);
  for (const std::string& text : texts) {
    rules_.push_back(parser.rule(text));
    for (const auto* part : {&rules_.back().premises, &rules_.back().conclusions}) {
      for (const Condition& condition : *part) {
        columns_.push_back(condition.left.column);
        if (!condition.constant) columns_.push_back(condition.right.column);
      }
    }
  }
  std::sort(columns_.begin(), columns_.end());
  columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
}

RecordRules::Truth RecordRules::truth(const Condition& condition, const Lookup& value) {
  const double left = value(condition.left.column, condition.left.of_head);
  const double right =
      condition.constant ? condition.value : value(condition.right.column, condition.right.of_head);
  if (std::isnan(left) || std::isnan(right)) return Truth::unknown;
  const auto said = [](bool holds) { return holds ? Truth::yes : Truth::no; };
  switch (condition.comparison) {
    case Comparison::equal:
      return said(left == right);
    case Comparison::unequal:
      return said(left != right);
    case Comparison::less:
      return said(left < right);
    case Comparison::at_most:
      return said(left <= right);
    case Comparison::more:
      return said(left > right);
    case Comparison::at_least:
      return said(left >= right);
  }
  return Truth::unknown;
}

bool RecordRules::kept(const Lookup& value) const {
  return std::all_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    const bool applies =
        std::all_of(rule.premises.begin(), rule.premises.end(),
                    [&](const Condition& condition) { return truth(condition, value) == Truth::yes; });
    return !applies ||
           std::none_of(rule.conclusions.begin(), rule.conclusions.end(),
                        [&](const Condition& condition) { return truth(condition, value) == Truth::no; });
  });
}

}  // namespace sfumato::masking
