// Parameters stand here in full, defaults too, since defaults may change with a version.
#include "report/making.hpp"

#include "core/number_text.hpp"
#include "core/version.hpp"
#include "report/comparison_words.hpp"
#include "report/provenance.hpp"

namespace sfumato::report {
namespace {

KeyValues circumstances(const jobs::CompareResult& outcome) {
  KeyValues list{
      {{"program", "sfumato " + std::string(program_version())},
       {"date", outcome.made_on.empty() ? "not recorded" : outcome.made_on},
       {"data", outcome.data},
       {"draws of methods that draw", std::to_string(outcome.replicates)},
       {"seed", outcome.seed ? std::to_string(*outcome.seed) : "none: from the operating system"}}};
  if (!outcome.provenance.command.empty()) list.entries.emplace_back("command", outcome.provenance.command);
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
      std::vector<std::string> row{attempt.contender->name(), all_parameters(attempt.params),
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
  TableBlock table{{{"measure"}, {"side"}, {"parameters"}, {"attacker assumed"}, {"reference"}}, {}};
  for (const compare::MeasureRequest& request : outcome.measures) {
    const MeasureInfo& info = request.measure->info;
    const std::string attacker = attacker_text(request);
    table.rows.push_back({info.name, std::string(to_text(info.side)), all_parameters(request.parameters),
                          attacker.empty() ? "–" : attacker, info.reference});
  }
  return table;
}

}  // namespace

std::vector<Block> making_blocks(const jobs::CompareResult& outcome) {
  std::vector<Block> blocks{circumstances(outcome)};
  const std::vector<Block> files = files_blocks(outcome.provenance);
  blocks.insert(blocks.end(), files.begin(), files.end());
  const std::vector<Block> rest{Heading{"Methods and all their parameters", 3}, methods_table(outcome),
                                Heading{"Measures and all their parameters", 3}, measures_table(outcome)};
  blocks.insert(blocks.end(), rest.begin(), rest.end());
  return blocks;
}

}  // namespace sfumato::report
