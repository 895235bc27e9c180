// Numbers in the ledger are those that were published.
#include "queries/kept_answers.hpp"

#include <cmath>

#include "io/json.hpp"
#include "queries/having.hpp"

namespace sfumato::queries {
namespace {

Value number_or_null(double number) { return std::isfinite(number) ? Value(number) : Value(); }

}  // namespace

std::string kept_text(const std::vector<GroupAnswer>& groups) {
  Value list = Value::array();
  for (const GroupAnswer& group : groups) {
    Value one = Value::object();
    list.push(one.set("group", Value::array_of(group.group))
                  .set("value", number_or_null(group.value))
                  .set("lower", number_or_null(group.lower95))
                  .set("upper", number_or_null(group.upper95)));
  }
  return io::json_text(list);
}

std::vector<GroupAnswer> kept_groups(const std::string& text) {
  const auto number = [](const Value& value) { return value.is_null() ? std::nan("") : value.as_number(); };
  const Value kept = io::parse_json(text, "the ledger");
  std::vector<GroupAnswer> groups;
  for (const Value& one : kept.as_array()) {
    GroupAnswer& group = groups.emplace_back();
    for (const Value& name : one.at("group").as_array()) group.group.push_back(name.as_text());
    group.value = number(one.at("value"));
    group.lower95 = number(one.at("lower"));
    group.upper95 = number(one.at("upper"));
  }
  return groups;
}

void keep_selected(const Question& question, const CatalogueTable& table, Answer& answer) {
  if (answer.refused || question.having == GroupCondition{}) return;
  std::vector<const std::vector<GroupAnswer>*> all;
  for (std::size_t i = 0; i < answer.columns.size(); ++i) all.push_back(&answer.of(i));
  const std::vector<bool> shown = shown_groups(question, table, all, answer.intervals == Intervals::certain);
  const auto select = [&](std::vector<GroupAnswer>& groups) {
    std::vector<GroupAnswer> kept;
    for (std::size_t group = 0; group < groups.size(); ++group) {
      if (shown[group]) kept.push_back(std::move(groups[group]));
    }
    groups = std::move(kept);
  };
  select(answer.groups);
  for (std::vector<GroupAnswer>& groups : answer.further) select(groups);
}

void set_columns(std::vector<std::vector<GroupAnswer>> columns, Answer& answer) {
  if (columns.empty()) return;
  answer.groups = std::move(columns.front());
  columns.erase(columns.begin());
  answer.further = std::move(columns);
}

}  // namespace sfumato::queries
