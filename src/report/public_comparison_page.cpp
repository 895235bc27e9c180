// The public page is built from what may be published, and never by removing parts of the full one: what
// somebody adds there cannot slip out here.
#include <algorithm>

#include "core/version.hpp"
#include "report/column_changes.hpp"
#include "report/comparison_page.hpp"
#include "report/comparison_ranking.hpp"
#include "report/comparison_warnings.hpp"
#include "report/comparison_words.hpp"
#include "report/recommendation.hpp"
#include "report/release_page.hpp"

namespace sfumato::report {
namespace {

using Blocks = std::vector<Block>;

// Targets stay secret: parts are distinguished by their number.
std::string number_suffix(const jobs::CompareResult& outcome, std::size_t part) {
  return outcome.parts.size() < 2 ? "" : " (release " + std::to_string(part + 1) + ")";
}

TableBlock columns_table(const jobs::CompareResult& outcome) {
  TableBlock table{{{"column"}, {"kind"}, {"protected"}}, {}};
  for (const profile::ColumnProfile& column : outcome.profile.columns) {
    if (column.role == Role::identifier) continue;
    const bool compared =
        std::find(outcome.columns.begin(), outcome.columns.end(), column.name) != outcome.columns.end();
    table.rows.push_back({column.name, std::string(to_text(column.kind)), compared ? "yes" : "no"});
  }
  return table;
}

void add_part(const jobs::CompareResult& outcome, std::size_t position, Blocks& blocks) {
  const jobs::ComparisonPart& part = outcome.parts[position];
  const std::string suffix = number_suffix(outcome, position);
  const auto append = [&](Blocks more) { std::move(more.begin(), more.end(), std::back_inserter(blocks)); };
  blocks.push_back(Heading{"Ranking" + suffix});
  append(public_ranking_blocks(outcome, part));
  if (!part.release) return;
  blocks.push_back(Heading{"The release" + suffix});
  append(public_release_blocks(outcome, *part.release));
  if (part.release->before_after.columns.empty()) return;
  blocks.push_back(Heading{"The released columns" + suffix});
  append(released_column_blocks(part.release->before_after));
}

}  // namespace

Report public_comparison_page(const jobs::CompareResult& outcome) {
  Report page;
  page.warnings = public_comparison_warnings(outcome);
  Blocks& blocks = page.blocks;
  blocks.push_back(
      Heading{"How " + outcome.data.substr(outcome.data.find_last_of('/') + 1) + " was protected", 1});
  blocks.push_back(Heading{"In short"});
  for (std::size_t i = 0; i < outcome.parts.size(); ++i) {
    const std::string suffix = number_suffix(outcome, i);
    if (!suffix.empty()) blocks.push_back(Heading{"Release " + std::to_string(i + 1), 3});
    for (const std::string& text : public_recommendation(outcome, outcome.parts[i])) {
      blocks.push_back(Paragraph{text});
    }
  }
  blocks.push_back(Paragraph{
      "This is the public variant of a longer report. Left out are what the methods were brought to, all "
      "risks that were measured, seeds, statistics of the original, and what was measured while the methods "
      "were set."});
  blocks.push_back(Heading{"The data"});
  blocks.push_back(Paragraph{"The original has " + counted(outcome.rows, "record.", "records.")});
  blocks.push_back(columns_table(outcome));
  for (std::size_t i = 0; i < outcome.parts.size(); ++i) add_part(outcome, i, blocks);
  blocks.push_back(Heading{"How this was made"});
  KeyValues made{{{"program", "sfumato " + std::string(program_version())}}};
  if (!outcome.made_on.empty()) made.entries.emplace_back("date", outcome.made_on);
  made.entries.emplace_back("draws of methods that draw", std::to_string(outcome.replicates));
  blocks.push_back(made);
  return page;
}

}  // namespace sfumato::report
