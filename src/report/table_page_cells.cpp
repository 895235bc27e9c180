// Marks of cells: `sensitive`, `left-out` and `moved` are classes of the style sheet and entries of the
// legend; each has a mark that is visible without colour.
#include "report/table_page_cells.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/number_text.hpp"
#include "report/svg.hpp"
#include "report/table_page_sheets.hpp"

namespace sfumato::report {
namespace {

using tables::AuditedCell;
using tables::CellStatus;
using tables::CellTable;
using tables::ComparedProtection;
using tables::Decimal;

constexpr int cell_interval_digits = 8;
constexpr std::size_t most_listed = 200;  // sensitive cells
constexpr std::size_t deepest_indent = 5;

std::string bound_text(const std::optional<double>& bound) {
  return bound ? rounded(*bound, cell_interval_digits) : "no bound";
}

std::string range_text(const std::optional<double>& lower, const std::optional<double>& upper) {
  return bound_text(lower) + " to " + bound_text(upper);
}

std::string signed_text(const Decimal& change) {
  const std::string size = magnitude(change).trimmed().text();
  return (change.is_negative() ? "\u2212" : "+") + size;
}

std::string tagged(const std::string& tag, const std::string& attributes, const std::string& content) {
  return "<" + tag + attributes + ">" + content + "</" + tag + ">";
}

std::string classed(const std::string& name) { return " class=\"" + name + "\""; }

class ProtectedSheets {
 public:
  ProtectedSheets(const CellTable& original, const ComparedProtection& protection)
      : original_(original), protection_(protection), published_(protection.cells()) {
    for (const AuditedCell& audited : protection.audit.cells) audited_[audited.cell] = &audited;
    for (const tables::AdjustedCell& cell : protection.adjusted) adjusted_[cell.cell] = &cell;
  }

  std::string markup(std::size_t most_cells) {
    const Sheets laid_out = lay_out_sheets(original_, most_cells);
    std::string result = legend();
    for (const Sheet& sheet : laid_out.sheets) result += table(sheet);
    if (laid_out.cells < laid_out.all) {
      result += tagged("p", "",
                       "These are the first " + std::to_string(laid_out.cells) + " of " +
                           std::to_string(laid_out.all) + " cells; the file of the winner has them all.") +
                "\n";
    }
    return result + sensitive_list();
  }

 private:
  bool is_sensitive(std::size_t cell) const { return original_.cells[cell].status == CellStatus::primary; }
  bool is_left_out(std::size_t cell) const { return published_.cells[cell].suppressed(); }
  Decimal change(std::size_t cell) const {
    return published_.cells[cell].value - original_.cells[cell].value;
  }

  std::string legend() const {
    const auto entry = [](const std::string& classes, const std::string& sample, const std::string& text) {
      return tagged("li", "", tagged("span", classed("sample " + classes), sample) + " " + text) + "\n";
    };
    const std::string mark = tagged("span", classed("mark"), "*");
    std::string entries;
    if (protection_.suppressed) {
      entries += entry("sensitive", "53" + mark, "sensitive, suppressed");
      entries += entry("left-out", "12" + tagged("span", classed("mark"), "+"),
                       protection_.pattern ? "removed with its level" : "secondary, suppressed");
      entries += entry("plain", "41", "published");
    } else {
      const std::string moved = tagged("span", classed("change"), "+2");
      if (!protection_.adjusted.empty() || !protection_.audit.cells.empty()) {
        entries += entry("sensitive", "55" + mark + moved, "sensitive, published with this change");
      }
      entries += entry("moved", "43" + moved, "published with this change");
      entries += entry("plain", "41", "published unchanged");
    }
    return tagged("ul", classed("legend") + " aria-label=\"Legend\"", "\n" + entries) + "\n";
  }

  std::string table(const Sheet& sheet) const {
    std::string head = tagged("th", " scope=\"col\"", escaped(sheet.corner));
    for (const SheetHeading& column : sheet.columns) {
      head += tagged("th", " scope=\"col\"" + classed(column.sum ? "number sum" : "number"),
                     escaped(column.text));
    }
    std::string rows;
    for (const SheetRow& row : sheet.rows) {
      std::string classes = "in" + std::to_string(std::min(row.heading.depth, deepest_indent));
      if (row.heading.sum) classes += " sum";
      std::string line = tagged("th", " scope=\"row\"" + classed(classes), escaped(row.heading.text));
      for (const std::optional<std::size_t>& cell : row.cells) {
        line += cell ? cell_markup(*cell) : "<td></td>";
      }
      rows += tagged("tr", "", line) + "\n";
    }
    const std::string name = escaped(sheet.title);
    return "<div class=\"table-box\" tabindex=\"0\" role=\"group\" aria-label=\"" + name + "\">\n" +
           tagged("table", classed("sheet"),
                  tagged("caption", "", name) + "\n" + tagged("thead", "", tagged("tr", "", head)) + "\n" +
                      tagged("tbody", "", "\n" + rows)) +
           "\n</div>\n";
  }

  std::string cell_markup(std::size_t cell) const {
    const bool left_out = is_left_out(cell), sensitive = is_sensitive(cell);
    const Decimal moved = left_out ? Decimal() : change(cell);
    std::string text = escaped((left_out ? original_ : published_).cells[cell].value.trimmed().text());
    if (!left_out && moved.is_zero() && !sensitive) return tagged("td", classed("number"), text);
    const char* kind = sensitive ? "sensitive" : left_out ? "left-out" : "moved";
    if (sensitive) text += tagged("span", classed("mark"), "*");
    if (!sensitive && left_out) text += tagged("span", classed("mark"), "+");
    if (!moved.is_zero()) text += tagged("span", classed("change"), signed_text(moved));
    const auto audited = audited_.find(cell);
    if (sensitive && audited != audited_.end()) {
      const tables::Interval& known = audited->second->interval;
      text += tagged("span", classed("reach"), range_text(known.lower, known.upper));
    }
    return tagged("td", classed("number " + std::string(kind)) + " title=\"" + escaped(hover(cell)) + "\"",
                  text);
  }

  std::string hover(std::size_t cell) const {
    std::string text = tables::cell_name(original_, cell) + ": ";
    const std::string value = original_.cells[cell].value.trimmed().text();
    if (is_left_out(cell)) {
      text += value + (is_sensitive(cell)    ? ", sensitive and suppressed."
                       : protection_.pattern ? ", removed with its level."
                                             : ", secondary and suppressed.");
    } else {
      text += "published as " + published_.cells[cell].value.trimmed().text() + ", true value " + value +
              (is_sensitive(cell) ? ", sensitive." : ".");
    }
    const std::string knows = knowledge(cell), needs = need(cell);
    if (!knows.empty()) text += " The attacker knows: " + knows + ".";
    if (!needs.empty()) text += " The levels require: " + needs + ".";
    return text;
  }

  // What an attacker who knows the rule computes from an adjusted cell: a value or an interval for each
  // direction.
  static std::string set_text(const tables::AdjustedCell& adjusted) {
    std::string text;
    for (const tables::Interval& one : adjusted.attacker_set) {
      const bool point = one.lower && one.upper && *one.lower == *one.upper;
      text += (text.empty() ? "" : ", or ") +
              (point ? rounded(*one.lower, cell_interval_digits) : range_text(one.lower, one.upper));
    }
    return text.empty() ? "no value fits" : text;
  }

  std::string knowledge(std::size_t cell) const {
    const auto adjusted = adjusted_.find(cell);
    if (adjusted != adjusted_.end()) return set_text(*adjusted->second);
    const auto audited = audited_.find(cell);
    if (audited == audited_.end()) return "";
    return range_text(audited->second->interval.lower, audited->second->interval.upper);
  }

  std::string need(std::size_t cell) const {
    if (!is_sensitive(cell)) return "";
    const auto adjusted = adjusted_.find(cell);
    if (adjusted != adjusted_.end()) {
      return "at most " + adjusted->second->need_lower.trimmed().text() + " or at least " +
             adjusted->second->need_upper.trimmed().text();
    }
    const auto audited = audited_.find(cell);
    if (audited == audited_.end()) return "";
    const AuditedCell& one = *audited->second;
    const std::string text = range_text(one.need_lower, one.need_upper);
    return one.need_width > 0 ? text + ", " + rounded(one.need_width, cell_interval_digits) + " wide" : text;
  }

  // The same information as on pointing at cells, as a list for accessibility.
  std::string sensitive_list() const {
    const bool intervals = !protection_.audit.cells.empty() || !protection_.adjusted.empty();
    if (!intervals) return "";
    std::string rows;
    std::size_t count = 0;
    for (std::size_t cell = 0; cell < original_.cells.size(); ++cell) {
      if (!is_sensitive(cell) || ++count > most_listed) continue;
      rows += tagged("tr", "",
                     tagged("th", " scope=\"row\"", escaped(tables::cell_name(original_, cell))) +
                         tagged("td", classed("number"), original_.cells[cell].value.trimmed().text()) +
                         tagged("td", classed("number"),
                                is_left_out(cell) ? "–" : published_.cells[cell].value.trimmed().text()) +
                         tagged("td", classed("number"), escaped(knowledge(cell))) +
                         tagged("td", classed("number"), escaped(need(cell)))) +
              "\n";
    }
    const auto column = [](const std::string& text) {
      return tagged("th", " scope=\"col\" class=\"number\"", text);
    };
    const std::string head = tagged("th", " scope=\"col\"", "cell") + column("value") + column("published") +
                             column(protection_.adjusted.empty() ? "attacker's interval" : "attacker's set") +
                             column("levels require");
    std::string more;
    if (count > most_listed) more = tagged("p", "", "And " + std::to_string(count - most_listed) + " more.");
    return tagged("details", "",
                  tagged("summary", "", "The sensitive cells as a list") +
                      "\n<div class=\"table-box\" tabindex=\"0\" role=\"group\" "
                      "aria-label=\"Sensitive cells\">\n" +
                      tagged("table", "",
                             tagged("thead", "", tagged("tr", "", head)) + tagged("tbody", "", "\n" + rows)) +
                      "\n</div>\n" + more) +
           "\n";
  }

  const CellTable& original_;
  const ComparedProtection& protection_;
  const CellTable& published_;
  std::unordered_map<std::size_t, const AuditedCell*> audited_;
  std::unordered_map<std::size_t, const tables::AdjustedCell*> adjusted_;
};

}  // namespace

std::string protected_sheets(const CellTable& original, const ComparedProtection& protection,
                             std::size_t most_cells) {
  return ProtectedSheets(original, protection).markup(most_cells);
}

// Neither '<' nor '&', as the page is XML too.
std::string_view protected_sheets_style() {
  return R"css(
:root { --sensitive: #f7c8a3; --left-out: #cfe2f3; --moved: #d9eee2; }
@media screen and (prefers-color-scheme: dark) {
  :root { --sensitive: #7a3a0c; --left-out: #1d4566; --moved: #1c4a35; }
}
.sheet { font-size: .875rem; }
.sheet caption { text-align: left; font-weight: 600; padding: 0 0 .4rem; }
.sheet th, .sheet td, .sheet td:last-child { padding: .3rem .5rem; }
.sheet td, .sheet th + th { border-left: 1px solid var(--grid); }
.sheet th:first-child { padding-left: 0; }
.sheet tbody th { white-space: nowrap; }
.sheet th.in1 { padding-left: 1rem; }
.sheet th.in2 { padding-left: 2rem; }
.sheet th.in3 { padding-left: 3rem; }
.sheet th.in4 { padding-left: 4rem; }
.sheet th.in5 { padding-left: 5rem; }
.sheet .sum { font-weight: 600; }
.sheet tbody tr:last-child > * { border-top: 1.5px solid var(--ink-soft); }
.sheet td[title] { cursor: help; }
.sheet td[title]:hover { outline: 2px solid var(--ink); outline-offset: -2px; }
.sensitive { background: var(--sensitive); font-weight: 700; box-shadow: inset 0 0 0 1.5px var(--ink-soft); }
.left-out { background: repeating-linear-gradient(135deg, var(--left-out) 0 5px, transparent 5px 8px), var(--surface); }
.moved { background: var(--moved); border-bottom: 2px dotted var(--ink-soft); }
.mark { font-weight: 700; padding-left: .15em; }
.change { font-size: .8125em; font-weight: 400; }
.sheet .change { display: block; }
.reach { display: none; }
.legend { list-style: none; padding: 0; margin: 0 0 1rem; display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; font-size: .9375rem; }
.sample .change { padding-left: .35em; }
.sample { display: inline-block; min-width: 3rem; padding: .1rem .5rem; text-align: right; margin-right: .35rem; }
.sample.plain { box-shadow: inset 0 0 0 1px var(--rule); }
.protection { margin: 0 0 .75rem; }
.protection[open] { margin-bottom: 2rem; }
.protection > .table-box { max-height: none; }
@media print {
  .sensitive, .left-out, .moved { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .reach { display: block; font-size: 6.5pt; font-weight: 400; white-space: nowrap; }
  .sheet { font-size: 7.5pt; }
  .sheet th, .sheet td, .sheet td:last-child { padding: .2rem .3rem; }
  .sheet tbody th { white-space: normal; }
  .sheet th.in1 { padding-left: .75rem; }
  .sheet th.in2 { padding-left: 1.5rem; }
  .sheet th.in3 { padding-left: 2.25rem; }
  .sheet caption { break-after: avoid; }
  .legend { break-inside: avoid; }
}
)css";
}

}  // namespace sfumato::report
