#include "report/queries/answer.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "queries/language/decimal_units.hpp"

namespace sfumato::report {
namespace {

using queries::Answer;
using queries::GroupAnswer;
using queries::Intervals;
using queries::Neighbours;
using queries::PartKind;
using queries::Protection;

Value number_or_null(double number) { return std::isfinite(number) ? Value(number) : Value(); }

Value interval_value(const Answer& answer, const GroupAnswer& group) {
  if (answer.intervals == Intervals::none) return {};
  Value interval = Value::array();
  interval.push(number_or_null(group.lower95));
  interval.push(number_or_null(group.upper95));
  return interval;
}

// A number, or its bounds with camouflage.
Value figure_value(const Answer& answer, const GroupAnswer& group) {
  if (answer.intervals != Intervals::certain) return number_or_null(group.value);
  Value ends = Value::object();
  return ends.set("lower", number_or_null(group.lower95)).set("upper", number_or_null(group.upper95));
}

Value answer_value(const Answer& answer) {
  if (answer.refused) return {};
  if (!answer.grouped) return figure_value(answer, answer.groups.front());
  Value list = Value::array();
  for (const GroupAnswer& group : answer.groups) {
    Value one = Value::object();
    for (std::size_t i = 0; i < answer.names.size(); ++i) one.set(answer.names[i], group.group[i]);
    list.push(one.set("value", figure_value(answer, group)).set("interval95", interval_value(answer, group)));
  }
  return list;
}

bool has_intervals(const Answer& answer) { return answer.intervals != Intervals::none; }

std::string interval_title(const Answer& answer) {
  return answer.intervals == Intervals::certain ? "certain interval" : "95 % interval";
}

std::string shown(double number) { return std::isfinite(number) ? rounded(number, 6) : "none"; }

Block answer_block(const Answer& answer) {
  const auto interval = [&](const GroupAnswer& group) {
    return has_intervals(answer) ? shown(group.lower95) + " to " + shown(group.upper95) : std::string();
  };
  if (!answer.grouped) {
    KeyValues facts{{{"answer", shown(answer.groups.front().value)}}};
    if (has_intervals(answer))
      facts.entries.emplace_back(interval_title(answer), interval(answer.groups.front()));
    return facts;
  }
  TableBlock block;
  for (const std::string& name : answer.names) block.columns.push_back({name});
  block.columns.push_back({"answer", Align::right});
  if (has_intervals(answer)) block.columns.push_back({interval_title(answer), Align::right});
  for (const GroupAnswer& group : answer.groups) {
    std::vector<std::string> row = group.group;
    row.push_back(shown(group.value));
    if (has_intervals(answer)) row.push_back(interval(group));
    block.rows.push_back(std::move(row));
  }
  return block;
}

const char* part_name(PartKind kind) {
  switch (kind) {
    case PartKind::count:
      return "count";
    case PartKind::sum:
      return "sum";
    case PartKind::squares:
      return "sum of squares";
    case PartKind::distinct:
      return "distinct values";
    case PartKind::quantile:
      return "quantile";
  }
  return "";
}

const char* neighbours_text(Neighbours neighbours) {
  return neighbours == Neighbours::replace ? "one unit replaced; the number of units is public"
                                           : "one unit added or removed";
}

const char* how_answered(Protection protection) {
  switch (protection) {
    case Protection::restrict:
      return "exactly, unless it reveals a record together with what was answered before";
    case Protection::camouflage:
      return "by an interval that contains the true figure with certainty";
    default:
      return "from masked records, at no cost";
  }
}

// "0.3 is left", and what the database has left if that is known and differs.
std::string left_text(const Answer& answer) {
  const std::string own = epsilon_text(answer.left) + " is left";
  if (!answer.database_left || *answer.database_left == answer.left) return own;
  return own + " of the user's share, " + epsilon_text(*answer.database_left) + " of the database's budget";
}

}  // namespace

std::string epsilon_text(std::int64_t micro_epsilon) { return queries::units_text(micro_epsilon, 6); }

Report query_answer_report(const Answer& answer, Protection protection) {
  Report report;
  report.document.set("answer", answer_value(answer))
      .set("charged", answer.charged)
      .set("left", answer.left)
      .set("interval95",
           answer.refused || answer.grouped ? Value() : interval_value(answer, answer.groups.front()))
      .set("certain", answer.intervals == Intervals::certain)
      .set("refused", answer.refused)
      .set("reason", answer.refused ? Value(answer.reason) : Value())
      .set("repeated", answer.repeated);
  if (answer.database_left) report.document.set("database_left", *answer.database_left);
  if (answer.refused) {
    const std::string left = ". Nothing was charged, and ε = " + left_text(answer) + ".";
    report.blocks.emplace_back(
        Paragraph{"Refused: " + answer.reason + (protection == Protection::dp ? left : std::string("."))});
    return report;
  }
  report.blocks.emplace_back(answer_block(answer));
  if (answer.repeated) {
    report.blocks.emplace_back(
        Paragraph{"The same question was asked before; its answer costs nothing more."});
  } else if (protection == Protection::dp) {
    report.blocks.emplace_back(
        Paragraph{"Charged with ε = " + epsilon_text(answer.charged) + "; " + left_text(answer) + "."});
  }
  return report;
}

Report query_explanation_report(const queries::Explanation& made) {
  Report report;
  Value parts = Value::array();
  TableBlock block{{{"part"}, {"ε", Align::right}, {"sensitivity", Align::right}}, {}};
  for (const queries::PlanPart& part : made.plan.parts) {
    Value one = Value::object();
    parts.push(one.set("part", part_name(part.kind))
                   .set("epsilon", part.micro_epsilon)
                   .set("sensitivity", part.sensitivity));
    block.rows.push_back(
        {part_name(part.kind), epsilon_text(part.micro_epsilon), rounded(part.sensitivity, 6)});
  }
  const bool noisy = made.protection == queries::Protection::dp;
  const bool known = noisy && std::isfinite(made.plan.expected_error);
  report.document.set("query", made.query)
      .set("protection", queries::protection_name(made.protection))
      .set("cost", made.plan.micro_epsilon)
      .set("neighbours", made.plan.neighbours == Neighbours::replace ? "replace" : "add-remove")
      .set("groups", made.groups)
      .set("parts", std::move(parts))
      .set("expected_error", known ? Value(made.plan.expected_error) : Value())
      .set("notes", Value::array_of(made.plan.notes));
  KeyValues facts{{{"query", made.query}}};
  if (noisy) {
    facts.entries.emplace_back("costs at most", "ε = " + epsilon_text(made.plan.micro_epsilon));
    facts.entries.emplace_back("neighbours", neighbours_text(made.plan.neighbours));
    facts.entries.emplace_back("expected error",
                               known ? rounded(made.plan.expected_error, 4) : "not known without the data");
  } else {
    facts.entries.emplace_back("answered", how_answered(made.protection));
  }
  report.blocks.emplace_back(std::move(facts));
  if (!block.rows.empty()) report.blocks.emplace_back(std::move(block));
  for (const std::string& note : made.plan.notes) report.blocks.emplace_back(Paragraph{note});
  return report;
}

}  // namespace sfumato::report
