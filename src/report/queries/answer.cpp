#include "report/queries/answer.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "queries/language/decimal_units.hpp"
#include "report/queries/figures.hpp"

namespace sfumato::report {
namespace {

using queries::Answer;
using queries::Intervals;
using queries::Neighbours;
using queries::PartKind;
using queries::Protection;

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

// "0.3 (300000 micro-ε) is left", and what the database has left if that is known and differs.
std::string left_text(const Answer& answer) {
  const std::string own = both_units(answer.left) + " is left";
  if (!answer.database_left || *answer.database_left == answer.left) return own;
  return own + " of the user's share, " + both_units(*answer.database_left) + " of the database's budget";
}

// The parts of a plan, with their rows: `rows` begin with the name of the aggregate, unless it is empty.
Value plan_parts(const queries::Plan& plan, const std::string& name, TableBlock& block) {
  Value parts = Value::array();
  for (const queries::PlanPart& part : plan.parts) {
    Value one = Value::object();
    parts.push(one.set("part", part_name(part.kind))
                   .set("epsilon", static_cast<double>(part.micro_epsilon) / 1e6)
                   .set("micro_epsilon", part.micro_epsilon)
                   .set("sensitivity", part.sensitivity)
                   .set("expected_error",
                        std::isfinite(part.expected_error) ? Value(part.expected_error) : Value()));
    std::vector<std::string> row{part_name(part.kind), epsilon_text(part.micro_epsilon),
                                 rounded(part.sensitivity, 6)};
    if (!name.empty()) row.insert(row.begin(), name);
    block.rows.push_back(std::move(row));
  }
  return parts;
}

Value expected_value(const queries::Plan& plan) {
  return std::isfinite(plan.expected_error) ? Value(plan.expected_error) : Value();
}

std::string expected_text(const queries::Plan& plan) {
  return std::isfinite(plan.expected_error) ? rounded(plan.expected_error, 4) : "not known without the data";
}

// Of a question with several aggregates: their plans by name.
Value aggregates_value(const queries::Explanation& made, TableBlock& block) {
  Value list = Value::array();
  for (std::size_t i = 0; i < made.plans.size(); ++i) {
    const queries::Plan& plan = made.plans[i];
    Value one = Value::object();
    one.set("name", made.names[i]);
    list.push(set_epsilon(one, "cost", plan.micro_epsilon)
                  .set("parts", plan_parts(plan, made.names[i], block))
                  .set("expected_error", expected_value(plan))
                  .set("notes", Value::array_of(plan.notes)));
  }
  return list;
}

}  // namespace

std::string epsilon_text(std::int64_t micro_epsilon) { return queries::units_text(micro_epsilon, 6); }

std::string both_units(std::int64_t micro_epsilon) {
  return epsilon_text(micro_epsilon) + " (" + std::to_string(micro_epsilon) + " micro-ε)";
}

Value& set_epsilon(Value& document, const std::string& name, std::optional<std::int64_t> micro_epsilon) {
  return document.set(name, micro_epsilon ? Value(*micro_epsilon) : Value())
      .set(name + "_epsilon", micro_epsilon ? Value(static_cast<double>(*micro_epsilon) / 1e6) : Value());
}

Report query_answer_report(const Answer& answer, Protection protection) {
  Report report;
  report.document.set("answer", figures_value(answer));
  set_epsilon(report.document, "charged", answer.charged);
  set_epsilon(report.document, "left", answer.left)
      .set("interval95", intervals_value(answer))
      .set("certain", answer.intervals == Intervals::certain)
      .set("refused", answer.refused)
      .set("reason", answer.refused ? Value(answer.reason) : Value())
      .set("rule", answer.refused ? Value(queries::rule_name(answer.rule)) : Value())
      .set("repeated", answer.repeated);
  if (answer.database_left) set_epsilon(report.document, "database_left", *answer.database_left);
  if (answer.refused) {
    const std::string left = ". Nothing was charged, and ε = " + left_text(answer) + ".";
    report.blocks.emplace_back(
        Paragraph{"Refused: " + answer.reason + (protection == Protection::dp ? left : std::string("."))});
    return report;
  }
  report.blocks.emplace_back(figures_block(answer));
  if (answer.repeated) {
    report.blocks.emplace_back(
        Paragraph{"The same question was asked before; its answer costs nothing more."});
  } else if (protection == Protection::dp) {
    report.blocks.emplace_back(
        Paragraph{"Charged with ε = " + both_units(answer.charged) + "; " + left_text(answer) + "."});
  }
  return report;
}

Report query_explanation_report(const queries::Explanation& made) {
  Report report;
  const bool noisy = made.protection == queries::Protection::dp, several = made.plans.size() > 1;
  TableBlock block{{{"part"}, {"ε", Align::right}, {"sensitivity", Align::right}}, {}};
  if (several) block.columns.insert(block.columns.begin(), TableColumn{"aggregate", Align::left});
  report.document.set("query", made.query).set("protection", queries::protection_name(made.protection));
  set_epsilon(report.document, "cost", made.cost())
      .set("neighbours", made.plan.neighbours == Neighbours::replace ? "replace" : "add-remove")
      .set("groups", made.groups)
      .set("parts", several ? Value::array() : plan_parts(made.plan, "", block))
      .set("expected_error", noisy && !several ? expected_value(made.plan) : Value())
      .set("notes", Value::array_of(several ? std::vector<std::string>{} : made.plan.notes));
  if (several) report.document.set("aggregates", aggregates_value(made, block));
  KeyValues facts{{{"query", made.query}}};
  if (noisy) {
    facts.entries.emplace_back("costs at most", "ε = " + both_units(made.cost()));
    facts.entries.emplace_back("neighbours", neighbours_text(made.plan.neighbours));
    for (std::size_t i = 0; i < made.plans.size(); ++i) {
      facts.entries.emplace_back(several ? "expected error of " + made.names[i] : "expected error",
                                 expected_text(made.plans[i]));
    }
  } else {
    facts.entries.emplace_back("answered", how_answered(made.protection));
  }
  report.blocks.emplace_back(std::move(facts));
  if (!block.rows.empty()) report.blocks.emplace_back(std::move(block));
  for (std::size_t i = 0; i < made.plans.size(); ++i) {
    for (const std::string& note : made.plans[i].notes) {
      report.blocks.emplace_back(Paragraph{several ? made.names[i] + ": " + note : note});
    }
  }
  return report;
}

}  // namespace sfumato::report
