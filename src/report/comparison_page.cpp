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

void add_short(const jobs::CompareResult& story, Blocks& blocks) {
  blocks.push_back(Heading{"In short"});
  for (const jobs::ComparisonPart& part : story.parts) {
    for (const std::string& text : recommendation(story, part)) blocks.push_back(Paragraph{text});
  }
}

std::vector<std::string> measure_names(const jobs::CompareResult& story,
                                       const std::vector<std::size_t>& measures) {
  std::vector<std::string> names;
  for (const std::size_t measure : measures) names.push_back(measure_text(story, measure));
  return names;
}

std::string question(const jobs::CompareResult& story, const jobs::ComparisonPart& part) {
  const compare::Comparison& comparison = part.comparison;
  const std::string by = enumerated(measure_names(story, comparison.rank_by));
  if (!comparison.target) return "Compare the methods as they are set, and rank them by " + by + ".";
  const MeasureInfo& info = measure_info(story, comparison.target->measure);
  return "Turn every method's strength until it has " + same_side_text(info) + ", " +
         target_text(story, part) + " (within " + rounded(100.0 * comparison.tolerance, shown_digits) +
         " %), and rank the methods by " + by + ".";
}

void add_asked(const jobs::CompareResult& story, Blocks& blocks) {
  blocks.push_back(Heading{"What was asked"});
  for (const jobs::ComparisonPart& part : story.parts) blocks.push_back(Paragraph{question(story, part)});
  if (!story.asked.empty()) blocks.push_back(KeyValues{story.asked});
}

void add_data(const jobs::CompareResult& story, Blocks& blocks) {
  blocks.push_back(Heading{"The data"});
  blocks.push_back(Paragraph{story.data + ": " + counted(story.rows, "record", "records") + ", " +
                             counted(story.profile.columns.size(), "column", "columns") + "."});
  TableBlock table{
      {{"column"}, {"kind"}, {"role"}, {"missing", Align::right}, {"distinct", Align::right}, {"compared"}},
      {}};
  bool proposed = false;
  for (const profile::ColumnProfile& column : story.profile.columns) {
    const bool compared =
        std::find(story.columns.begin(), story.columns.end(), column.name) != story.columns.end();
    proposed = proposed || !column.declared;
    table.rows.push_back({column.name, std::string(to_text(column.kind)),
                          std::string(to_text(column.role)) + (column.declared ? "" : "?"),
                          std::to_string(column.missing), std::to_string(column.distinct),
                          compared ? "yes" : "no"});
  }
  blocks.push_back(table);
  if (proposed) blocks.push_back(Paragraph{"A role with a question mark is a guess from names and values."});
  blocks.push_back(Paragraph{uniqueness_text(story.profile)});
}

void add_release(const jobs::CompareResult& story, const jobs::ComparisonPart& part, Blocks& blocks) {
  const std::string suffix = part_suffix(story, part);
  blocks.push_back(Heading{"The release" + suffix});
  if (!part.release) {
    blocks.push_back(Paragraph{part.comparison.winner
                                   ? "No release was written."
                                   : "There is no release, since no method is recommended."});
    return;
  }
  append(blocks, release_blocks(story, part));
  if (!part.release->before_after.columns.empty()) {
    blocks.push_back(Heading{"Before and after" + suffix});
    append(blocks, column_change_blocks(part.release->before_after));
  }
  Blocks risks = record_risk_blocks(story, *part.release);
  if (risks.empty()) return;
  blocks.push_back(Heading{"Risk by record" + suffix});
  append(blocks, std::move(risks));
}

void add_part(const jobs::CompareResult& story, const jobs::ComparisonPart& part, Blocks& blocks) {
  const std::string suffix = part_suffix(story, part);
  append(blocks, forecast_blocks(part.comparison));
  blocks.push_back(Heading{"Ranking" + suffix});
  append(blocks, ranking_blocks(story, part));
  if (const std::optional<Figure> map = map_figure(story, part)) {
    blocks.push_back(Heading{"Risk-utility map" + suffix});
    blocks.push_back(*map);
  }
  const std::vector<Figure> curves = calibration_figures(story, part);
  if (!curves.empty()) {
    blocks.push_back(Heading{"Calibration curves" + suffix});
    blocks.push_back(
        Paragraph{"How " + measure_text(story, part.comparison.target->measure) +
                  " answers when a method's strength is turned from end to end. Bars are standard "
                  "errors, the shaded stretch is the tolerance around the target."});
    for (const Figure& curve : curves) blocks.push_back(curve);
  }
  add_release(story, part, blocks);
}

}  // namespace

std::string comparison_subtitle(const jobs::CompareResult& story) {
  return counted(story.rows, "record", "records") + ", " +
         counted(story.columns.size(), "column", "columns") + " compared" +
         (story.made_on.empty() ? "" : ", on " + story.made_on) + ", by sfumato " +
         std::string(program_version());
}

Report comparison_page(const jobs::CompareResult& story) {
  Report page;
  page.warnings = comparison_warnings(story);
  page.blocks.push_back(Heading{"How to protect " + story.data, 1});
  add_short(story, page.blocks);
  add_asked(story, page.blocks);
  add_data(story, page.blocks);
  for (const jobs::ComparisonPart& part : story.parts) add_part(story, part, page.blocks);
  page.blocks.push_back(Heading{"How this was made"});
  append(page.blocks, making_blocks(story));
  page.blocks.push_back(Heading{"Decision"});
  page.blocks.push_back(Paragraph{"I have read this report and its warnings."});
  page.blocks.push_back(SignatureBlock{
      {"Decision (release, change, do not release)", "Name and function", "Date and signature"}});
  return page;
}

}  // namespace sfumato::report
