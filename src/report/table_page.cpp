// The frame, the styles and all plain blocks are those of every report; only the sheets below their headings
// are special.
#include "report/table_page.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/version.hpp"
#include "report/comparison_words.hpp"
#include "report/html.hpp"
#include "report/svg.hpp"
#include "report/table_audit_report.hpp"
#include "report/table_making.hpp"
#include "report/table_page_cells.hpp"

namespace sfumato::report {
namespace {

using tables::ComparedProtection;

constexpr std::size_t most_cells_of_winner = 4000;
constexpr std::size_t most_cells_of_others = 1500;
constexpr std::size_t most_outside = 200;

std::size_t sensitive_cells(const tables::CellTable& table) {
  return static_cast<std::size_t>(
      std::count_if(table.cells.begin(), table.cells.end(),
                    [](const tables::Cell& cell) { return cell.status == tables::CellStatus::primary; }));
}

std::string subtitle(const TableComparison& comparison) {
  return counted(comparison.original.cells.size(), "cell", "cells") + ", " +
         std::to_string(sensitive_cells(comparison.original)) + " sensitive" +
         (comparison.made_on.empty() ? "" : ", on " + comparison.made_on) + ", by sfumato " +
         std::string(program_version()) + ". Confidential: do not publish.";
}

bool same_cells(const ComparedProtection& left, const ComparedProtection& right) {
  const std::vector<tables::Cell>&one = left.cells().cells, &other = right.cells().cells;
  return left.suppressed.has_value() == right.suppressed.has_value() &&
         left.pattern.has_value() == right.pattern.has_value() &&
         std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const tables::Cell& a, const tables::Cell& b) {
                      return a.status == b.status && a.value == b.value;
                    });
}

class Page {
 public:
  explicit Page(const TableComparison& comparison) : comparison_(comparison) {
    report_.warnings = {
        "Confidential: do not publish. This page shows true values of suppressed cells. Of the files beside "
        "it only winner.csv, the table for publication, may be published."};
    report_.warnings.insert(report_.warnings.end(), comparison.warnings.begin(), comparison.warnings.end());
    report_.blocks.emplace_back(Heading{"How to protect " + comparison.source, 1});
    add_answer();
    add_tables();
    add_making();
    add_decision();
  }

  std::string html() const {
    return html_document(report_, {.title = "",
                                   .subtitle = subtitle(comparison_),
                                   .style = std::string(protected_sheets_style()),
                                   .markup = sheets_});
  }

 private:
  void section(const std::string& title) {
    report_.blocks.emplace_back(Heading{title});
    ++sections_;
  }

  void add_answer() {
    section("In short");
    for (const std::string& sentence : table_verdict(comparison_)) {
      report_.blocks.emplace_back(Paragraph{sentence});
    }
    section("The request");
    report_.blocks.emplace_back(
        Paragraph{"Protect every sensitive cell as its levels require, in several ways, and rank these by "
                  "information loss. Each was audited on the whole table before it was ranked."});
    if (!comparison_.asked.empty()) report_.blocks.emplace_back(KeyValues{comparison_.asked});
    section("Ranking");
    for (Block& block : table_ranking_blocks(comparison_)) report_.blocks.push_back(std::move(block));
    if (std::optional<Figure> map = table_map_figure(comparison_)) {
      section("Risk-utility map");
      report_.blocks.emplace_back(std::move(*map));
    }
  }

  static std::string notes_markup(const ComparedProtection& one) {
    std::string result;
    for (const std::string& note : one.notes) result += "<p>Note: " + escaped(note) + ".</p>\n";
    return result;
  }

  // The same table is shown once.
  std::string other_markup(const ComparedProtection& one) const {
    for (const ComparedProtection& earlier : comparison_.protections) {
      if (&earlier == &one) break;
      if (!earlier.lost || !same_cells(earlier, one)) continue;
      return "<p>" + escaped(protection_name(one)) + " makes the same table as " +
             escaped(protection_name(earlier)) + ".</p>\n";
    }
    return "<details class=\"protection\"><summary>" + escaped(protection_name(one)) + "</summary>\n" +
           notes_markup(one) + protected_sheets(comparison_.original, one, most_cells_of_others) +
           "</details>\n";
  }

  void add_tables() {
    const ComparedProtection* winner = comparison_.winner();
    if (winner != nullptr) {
      section("The table by " + protection_name(*winner));
      sheets_.emplace(sections_,
                      "<p>Point at a coloured cell to see what the attacker knows about it.</p>\n" +
                          notes_markup(*winner) +
                          protected_sheets(comparison_.original, *winner, most_cells_of_winner));
    }
    add_outside(winner);
    std::string others;
    for (const ComparedProtection& one : comparison_.protections) {
      if (&one != winner && one.lost) others += other_markup(one);
    }
    if (others.empty()) return;
    section("The table by the other protections");
    sheets_.emplace(sections_, "<p>Open those that should also be printed.</p>\n" + others);
  }

  // What the proposed table says of margins without their sensitive parts.
  void add_outside(const ComparedProtection* winner) {
    if (winner == nullptr || winner->audit.outside.empty()) return;
    append_outside(report_, comparison_.original, winner->audit, most_outside);
    ++sections_;
  }

  void add_making() {
    std::vector<Block> blocks = table_making_blocks(comparison_);
    if (blocks.empty()) return;
    section("How it was made");
    for (Block& block : blocks) report_.blocks.push_back(std::move(block));
  }

  void add_decision() {
    section("Decision");
    report_.blocks.emplace_back(Paragraph{"I have read this report and its warnings."});
    report_.blocks.emplace_back(SignatureBlock{
        {"Decision (release, change, do not release)", "Name and function", "Date and signature"}});
  }

  const TableComparison& comparison_;
  Report report_;
  std::size_t sections_ = 0;
  std::map<std::size_t, std::string> sheets_;  // by section
};

}  // namespace

std::string table_comparison_page(const TableComparison& comparison) { return Page(comparison).html(); }

}  // namespace sfumato::report
