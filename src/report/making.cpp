// Parameters stand here in full, defaults too, since defaults may change with a version.
#include "report/making.hpp"

#include "core/number_text.hpp"
#include "core/version.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

std::string all_parameters(const ParamValues& params) {
  std::string text;
  for (const auto& [name, value] : params) {
    text += (text.empty() ? "" : ", ") + name + " = " + (to_text(value).empty() ? "none" : to_text(value));
  }
  return text.empty() ? "none" : text;
}

KeyValues circumstances(const jobs::CompareResult& outcome) {
  KeyValues list{
      {{"program", "sfumato " + std::string(program_version())},
       {"date", outcome.made_on.empty() ? "not recorded" : outcome.made_on},
       {"data", outcome.data},
       {"draws of methods that draw", std::to_string(outcome.replicates)},
       {"seed", outcome.seed ? std::to_string(*outcome.seed) : "none: from the operating system"}}};
  for (const jobs::ComparisonPart& part : outcome.parts) {
    if (!part.comparison.target) continue;
    list.entries.emplace_back("tolerance" + part_suffix(outcome, part),
                              rounded(100.0 * part.comparison.tolerance, shown_digits) + " % of the target");
  }
  return list;
}

TableBlock methods_table(const jobs::CompareResult& outcome) {
  TableBlock table{{{"method"}, {"parameters"}, {"tried at", Align::right}}, {}};
  const bool several = outcome.parts.size() > 1;
  if (several) table.columns.insert(table.columns.begin(), {"target"});
  for (const jobs::ComparisonPart& part : outcome.parts) {
    for (const compare::Attempt& attempt : part.comparison.attempts) {
      const std::size_t points = attempt.calibration.curve.size();
      std::vector<std::string> row{attempt.contender->method->info.name, all_parameters(attempt.params),
                                   counted(points > 0 ? points : 1, "setting", "settings")};
      if (several) {
        row.insert(row.begin(), part.comparison.target ? target_text(outcome, part) : std::string("none"));
      }
      table.rows.push_back(row);
    }
  }
  return table;
}

TableBlock measures_table(const jobs::CompareResult& outcome) {
  TableBlock table{{{"measure"}, {"side"}, {"parameters"}, {"reference"}}, {}};
  for (const compare::MeasureRequest& request : outcome.measures) {
    const MeasureInfo& info = request.measure->info;
    table.rows.push_back(
        {info.name, std::string(to_text(info.side)), all_parameters(request.parameters), info.reference});
  }
  return table;
}

}  // namespace

std::vector<Block> making_blocks(const jobs::CompareResult& outcome) {
  return {circumstances(outcome), Heading{"Methods and all their parameters", 3}, methods_table(outcome),
          Heading{"Measures and all their parameters", 3}, measures_table(outcome)};
}

}  // namespace sfumato::report
