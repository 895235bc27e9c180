// Sections are in the order in which they are read: the answer first, what it rests on after it.
#include "report/mask_page.hpp"

#include "report/column_changes.hpp"
#include "report/comparison_words.hpp"
#include "report/mask_report.hpp"
#include "report/measure_report.hpp"
#include "report/measured_blocks.hpp"
#include "report/provenance.hpp"
#include "report/verdict.hpp"

namespace sfumato::report {
namespace {

using Blocks = std::vector<Block>;

void add_all(Blocks& blocks, Blocks more) { std::move(more.begin(), more.end(), std::back_inserter(blocks)); }

void add_verdict(Blocks& blocks, const Warnings& warnings, const jobs::MeasureResult& measured,
                 const std::vector<release::AcceptedWarning>& accepted = {}) {
  blocks.push_back(Heading{"Verdict"});
  blocks.push_back(Paragraph{verdict_text(warnings)});
  if (!accepted.empty()) blocks.push_back(Paragraph{acceptance_text(warnings, accepted)});
  if (const auto sentence = keys_sentence(measured)) blocks.push_back(Paragraph{*sentence});
  blocks.push_back(Heading{"Warnings"});
  add_all(blocks, warning_blocks(warnings));
  add_all(blocks, acceptance_blocks(accepted));
}

void add_changes(Blocks& blocks, const profile::BeforeAfter& changes) {
  if (changes.columns.empty()) return;
  blocks.push_back(Heading{"Before and after"});
  add_all(blocks, column_change_blocks(changes));
}

void add_making(Blocks& blocks, const jobs::Provenance& provenance, const jobs::MeasureResult& measured) {
  blocks.push_back(Heading{"How this was made"});
  add_all(blocks, provenance_blocks(provenance));
  if (measured.requests.empty()) return;
  blocks.push_back(Heading{"Measures, their parameters and the attackers", 3});
  blocks.push_back(measures_made(measured.requests));
}

// Warnings of the measures about columns that they leave out are notes of the page.
Warnings as_notes(const Warnings& warnings) {
  Warnings result;
  for (const Warning& warning : warnings) {
    result.add(warning.text, warning.grade == WarningGrade::stop ? WarningGrade::stop : WarningGrade::note);
  }
  return result;
}

}  // namespace

Report mask_page(const jobs::MaskResult& result, const jobs::Assessment& assessment,
                 const std::string& source) {
  return mask_page(MaskPageParts{mask_report(result), result.provenance, result.accepted}, assessment,
                   source);
}

Report mask_page(MaskPageParts parts, const jobs::Assessment& assessment, const std::string& source) {
  Report& described = parts.described;
  Report page;
  page.document = std::move(described.document);
  page.blocks.push_back(Heading{"Release of " + source, 1});
  Warnings warnings = described.warnings;
  warnings.add_new(as_notes(assessment.measured.warnings));
  add_verdict(page.blocks, warnings, assessment.measured, parts.accepted);
  page.blocks.push_back(Heading{"The release"});
  add_all(page.blocks, std::move(described.blocks));
  add_all(page.blocks, measured_blocks(assessment.measured));
  add_changes(page.blocks, assessment.changes);
  add_making(page.blocks, parts.provenance, assessment.measured);
  add_all(page.blocks, decision_blocks());
  return page;
}

Report measure_page(const jobs::MeasureResult& measured) {
  Report page;
  page.document = measure_report(measured).document;
  std::vector<std::string> names;
  for (const jobs::MeasuredTable& table : measured.tables) {
    if (!table.name.empty()) names.push_back(table.name);
  }
  page.blocks.push_back(
      Heading{"Risk and utility of " + (names.empty() ? measured.original : enumerated(names)), 1});
  add_verdict(page.blocks, measured.warnings, measured);
  add_all(page.blocks, measured_blocks(measured));
  if (measured.changes) add_changes(page.blocks, *measured.changes);
  add_making(page.blocks, measured.provenance, measured);
  add_all(page.blocks, decision_blocks());
  return page;
}

}  // namespace sfumato::report
