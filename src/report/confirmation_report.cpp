// What was found on all records stands before everything that is known of the sample alone.
#include "report/confirmation_report.hpp"

#include "core/number_text.hpp"

namespace sfumato::report {
namespace {

Value optional_number_value(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

std::string safe_direction(const jobs::Confirmed& one) {
  if (!one.target) return {};
  if (one.role == jobs::ConfirmedRole::target) return "at";
  return one.better == Better::lower ? "at most" : "at least";
}

Value confirmed_value(const jobs::Confirmed& one) {
  const std::string direction = safe_direction(one);
  Value entry = Value::object();
  return entry.set("measure", one.measure)
      .set("role", std::string(jobs::to_text(one.role)))
      .set("side", std::string(to_text(one.side)))
      .set("value", optional_number_value(one.value))
      .set("standard_error", one.standard_error)
      .set("target", optional_number_value(one.target))
      .set("wanted", direction.empty() ? Value() : Value(direction))
      .set("safe", one.safe ? Value(*one.safe) : Value())
      .set("reason", one.reason.empty() ? Value() : Value(one.reason));
}

std::vector<std::string> confirmed_cells(const jobs::Confirmed& one) {
  std::string value = one.value ? rounded(*one.value) : "–";
  if (one.value && one.standard_error > 0.0) value += " ± " + rounded(one.standard_error, 2);
  return {one.measure, value, one.target ? safe_direction(one) + " " + rounded(*one.target) : "",
          one.safe ? (*one.safe ? "holds" : "does NOT hold") : one.reason};
}

}  // namespace

Report confirmation_report(const jobs::Confirmation& confirmation) {
  Report report;
  Value measures = Value::array();
  TableBlock table{{{"measure"}, {"all records", Align::right}, {"wanted"}, {""}}, {}};
  for (const jobs::Confirmed& one : confirmation.measures) {
    measures.push(confirmed_value(one));
    table.rows.push_back(confirmed_cells(one));
  }
  report.document.set("approximate", confirmation.approximate)
      .set("summary", confirmation.summary)
      .set("method", confirmation.method.empty() ? Value() : Value(confirmation.method))
      .set("parameters", confirmation.parameters)
      .set("steps", confirmation.recipe)
      .set("confirmed", measures)
      .set("reached", confirmation.reached)
      .set("reason", confirmation.reason.empty() ? Value() : Value(confirmation.reason))
      .set("next", confirmation.next);
  report.warnings = confirmation.warnings;
  report.blocks.push_back(Heading{"On all records"});
  report.blocks.push_back(Paragraph{confirmation.summary + "."});
  if (!confirmation.method.empty()) {
    report.blocks.push_back(
        KeyValues{{{"method", confirmation.method}, {"parameters", to_text(confirmation.parameters)}}});
  }
  if (!table.rows.empty()) report.blocks.push_back(table);
  if (!confirmation.reason.empty()) report.blocks.push_back(Paragraph{confirmation.reason + "."});
  report.blocks.push_back(Heading{"On the sample"});
  return report;
}

}  // namespace sfumato::report
