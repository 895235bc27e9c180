// A verdict follows from the grades of the warnings alone, which the checks of the release give.
#include "report/verdict.hpp"

#include <algorithm>
#include <utility>

#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

std::size_t count_of(const Warnings& warnings, WarningGrade grade) {
  return static_cast<std::size_t>(std::count_if(
      warnings.begin(), warnings.end(), [&](const Warning& warning) { return warning.grade == grade; }));
}

}  // namespace

std::string verdict_text(const Warnings& warnings) {
  const std::size_t stop = count_of(warnings, WarningGrade::stop);
  const std::size_t mind = count_of(warnings, WarningGrade::mind);
  if (stop > 0) {
    return "Do not release this as it is: " +
           counted(stop, "warning has the grade stop", "warnings have the grade stop") + ".";
  }
  if (mind > 0) {
    return "Decide before you release this: " +
           counted(mind, "warning needs a decision", "warnings need a decision") + ".";
  }
  return "No warning speaks against the release. The measures below say which risk is left.";
}

std::vector<Block> warning_blocks(const Warnings& warnings) {
  if (warnings.empty()) return {Paragraph{"There are no warnings."}};
  std::vector<Block> blocks;
  for (const auto& [grade, title] : {std::pair(WarningGrade::stop, "Stop: do not release as it is"),
                                     {WarningGrade::mind, "Mind: needs a decision"},
                                     {WarningGrade::note, "Note: information"}}) {
    ListBlock list;
    for (const Warning& warning : warnings) {
      if (warning.grade == grade) list.items.push_back(warning.text);
    }
    if (list.items.empty()) continue;
    blocks.push_back(Heading{title, 3});
    blocks.push_back(std::move(list));
  }
  return blocks;
}

std::string acceptance_text(const Warnings& warnings, const std::vector<release::AcceptedWarning>& accepted) {
  const std::size_t stops = count_of(warnings, WarningGrade::stop);
  const auto taken = static_cast<std::size_t>(std::count_if(
      accepted.begin(), accepted.end(),
      [](const release::AcceptedWarning& one) { return one.warning.grade == WarningGrade::stop; }));
  return std::to_string(taken) + " of " + counted(stops, "warning", "warnings") + " of the grade stop " +
         (taken == 1 ? "was" : "were") +
         " accepted by name; who accepted what, and why, stands below the warnings.";
}

std::vector<Block> acceptance_blocks(const std::vector<release::AcceptedWarning>& accepted) {
  if (accepted.empty()) return {};
  TableBlock table{{{"warning"}, {"grade"}, {"accepted by"}, {"reason"}}, {}};
  for (const release::AcceptedWarning& one : accepted) {
    table.rows.push_back({one.warning.text, std::string(to_text(one.warning.grade)), one.by, one.reason});
  }
  return {Heading{"Accepted warnings", 3}, std::move(table)};
}

std::vector<Block> decision_blocks() {
  return {Heading{"Decision"}, Paragraph{"I have read this report and its warnings."},
          SignatureBlock{
              {"Decision (release, change, do not release)", "Name and function", "Date and signature"}}};
}

}  // namespace sfumato::report
