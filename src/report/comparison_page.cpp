// Sections are put in the order in which they are read: the answer first, what it rests on after it.
#include "report/comparison_page.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "core/version.hpp"
#include "report/column_changes.hpp"
#include "report/comparison_map.hpp"
#include "report/comparison_ranking.hpp"
#include "report/comparison_warnings.hpp"
#include "report/comparison_words.hpp"
#include "report/forecast.hpp"
#include "report/making.hpp"
#include "report/profile.hpp"
#include "report/recommendation.hpp"
#include "report/release_page.hpp"

namespace sfumato::report {
namespace {

using Blocks = std::vector<Block>;

void append(Blocks& blocks, Blocks more) { std::move(more.begin(), more.end(), std::back_inserter(blocks)); }

void add_short(const jobs::CompareResult& outcome, Blocks& blocks) {
  blocks.push_back(Heading{"In short"});
  for (const jobs::ComparisonPart& part : outcome.parts) {
    for (const std::string& text : recommendation(outcome, part)) blocks.push_back(Paragraph{text});
  }
}

std::vector<std::string> measure_names(const jobs::CompareResult& outcome,
                                       const std::vector<std::size_t>& measures) {
  std::vector<std::string> names;
  for (const std::size_t measure : measures) names.push_back(measure_text(outcome, measure));
  return names;
}

std::string question(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  const compare::Comparison& comparison = part.comparison;
  const std::string by = enumerated(measure_names(outcome, comparison.rank_by));
  if (!comparison.limits.empty()) {
    return "Take for every method the least protection with " + target_text(outcome, part) +
           ", and rank the methods by " + by + ".";
  }
  if (!comparison.target) return "Compare the methods as they are set, and rank them by " + by + ".";
  const MeasureInfo& info = measure_info(outcome, comparison.target->measure);
  return "Turn every method's strength until it has " + same_side_text(info) + ", " +
         target_text(outcome, part) + " (within " + rounded(100.0 * comparison.tolerance, shown_digits) +
         " %), and rank the methods by " + by + ".";
}

void add_asked(const jobs::CompareResult& outcome, Blocks& blocks) {
  blocks.push_back(Heading{"What was asked"});
  for (const jobs::ComparisonPart& part : outcome.parts) blocks.push_back(Paragraph{question(outcome, part)});
  if (!outcome.asked.empty()) blocks.push_back(KeyValues{outcome.asked});
  if (outcome.left_out.empty()) return;
  KeyValues left_out;
  for (const compare::LeftOutMethod& one : outcome.left_out)
    left_out.entries.emplace_back(one.method, one.reason);
  blocks.push_back(Heading{"Methods that do not fit", 3});
  blocks.push_back(left_out);
}

void add_data(const jobs::CompareResult& outcome, Blocks& blocks) {
  blocks.push_back(Heading{"The data"});
  blocks.push_back(Paragraph{outcome.data + ": " + counted(outcome.rows, "record", "records") + ", " +
                             counted(outcome.profile.columns.size(), "column", "columns") + "."});
  TableBlock table{
      {{"column"}, {"kind"}, {"role"}, {"missing", Align::right}, {"distinct", Align::right}, {"compared"}},
      {}};
  bool proposed = false;
  for (const profile::ColumnProfile& column : outcome.profile.columns) {
    const bool compared =
        std::find(outcome.columns.begin(), outcome.columns.end(), column.name) != outcome.columns.end();
    proposed = proposed || !column.declared;
    table.rows.push_back({column.name, std::string(to_text(column.kind)),
                          std::string(to_text(column.role)) + (column.declared ? "" : "?"),
                          std::to_string(column.missing), std::to_string(column.distinct),
                          compared ? "yes" : "no"});
  }
  blocks.push_back(table);
  if (proposed) blocks.push_back(Paragraph{"A role with a question mark is a guess from names and values."});
  blocks.push_back(Paragraph{uniqueness_text(outcome.profile)});
}

void add_release(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part, Blocks& blocks) {
  const std::string suffix = part_suffix(outcome, part);
  blocks.push_back(Heading{"The release" + suffix});
  if (!part.release) {
    blocks.push_back(Paragraph{part.comparison.winner
                                   ? "No release was written."
                                   : "There is no release, since no method is recommended."});
    return;
  }
  append(blocks, release_blocks(outcome, part));
  if (!part.release->before_after.columns.empty()) {
    blocks.push_back(Heading{"Before and after" + suffix});
    append(blocks, column_change_blocks(part.release->before_after));
  }
  Blocks risks = record_risk_blocks(outcome, *part.release);
  if (risks.empty()) return;
  blocks.push_back(Heading{"Risk by record" + suffix});
  append(blocks, std::move(risks));
}

void add_part(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part, Blocks& blocks) {
  const std::string suffix = part_suffix(outcome, part);
  append(blocks, forecast_blocks(part.comparison));
  blocks.push_back(Heading{"Ranking" + suffix});
  append(blocks, ranking_blocks(outcome, part));
  if (const std::optional<Figure> map = map_figure(outcome, part)) {
    blocks.push_back(Heading{"Risk-utility map" + suffix});
    blocks.push_back(*map);
  }
  const std::vector<Figure> curves = calibration_figures(outcome, part);
  if (!curves.empty()) {
    blocks.push_back(Heading{"Calibration curves" + suffix});
    blocks.push_back(Paragraph{
        "How " + measure_text(outcome, goal_measures(part.comparison).front()) +
        " answers when a method's strength is turned from end to end. Bars are standard errors" +
        (part.comparison.target ? ", the shaded stretch is the tolerance around the target." : ".")});
    for (const Figure& curve : curves) blocks.push_back(curve);
  }
  add_release(outcome, part, blocks);
}

}  // namespace

std::string comparison_subtitle(const jobs::CompareResult& outcome) {
  return counted(outcome.rows, "record", "records") + ", " +
         counted(outcome.columns.size(), "column", "columns") + " compared" +
         (outcome.made_on.empty() ? "" : ", on " + outcome.made_on) + ", by sfumato " +
         std::string(program_version());
}

Report comparison_page(const jobs::CompareResult& outcome) {
  Report page;
  page.warnings = comparison_warnings(outcome);
  page.blocks.push_back(Heading{"How to protect " + outcome.data, 1});
  add_short(outcome, page.blocks);
  add_asked(outcome, page.blocks);
  add_data(outcome, page.blocks);
  for (const jobs::ComparisonPart& part : outcome.parts) add_part(outcome, part, page.blocks);
  page.blocks.push_back(Heading{"How this was made"});
  append(page.blocks, making_blocks(outcome));
  page.blocks.push_back(Heading{"Decision"});
  page.blocks.push_back(Paragraph{"I have read this report and its warnings."});
  page.blocks.push_back(SignatureBlock{
      {"Decision (release, change, do not release)", "Name and function", "Date and signature"}});
  return page;
}

}  // namespace sfumato::report
