// Blocks as HTML. On a phone, rows of tables become lists and charts are drawn small, so that nothing has to
// be scrolled sideways; a table that is wider than a large window scrolls in a box of its own.
#include "report/html.hpp"

#include <algorithm>

#include "report/axis.hpp"
#include "report/chart_numbers.hpp"
#include "report/chart_svg.hpp"
#include "report/html_style.hpp"
#include "report/svg.hpp"
#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

// Nothing may be fetched or run; only the page's own style counts.
constexpr const char* policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

constexpr const char* number_class = " class=\"number\"";
constexpr const char* sentence_class = " class=\"sentence\"";
constexpr std::size_t longest_word = 28;  // cells; what is longer in a table counts as a sentence

std::string tagged(const std::string& tag, const std::string& content) {
  return "<" + tag + ">" + content + "</" + tag + ">\n";
}

// What stands between two backquotes is code; a backquote without its fellow stays.
std::string with_code(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = text.find('`');
    const std::size_t close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) return result + escaped(text);
    result += escaped(text.substr(0, open));
    result += "<code>" + escaped(text.substr(open + 1, close - open - 1)) + "</code>";
    text.remove_prefix(close + 1);
  }
  return result;
}

std::string scrolling(const std::string& kind, const std::string& name, const std::string& content) {
  return "<div class=\"" + kind + "\" tabindex=\"0\" role=\"group\" aria-label=\"" + escaped(name) + "\">\n" +
         content + "</div>\n";
}

// Numbers stand to the right; a column of sentences keeps room to be read in.
std::vector<std::string> column_classes(const TableBlock& table) {
  std::vector<std::string> classes;
  for (const TableColumn& column : table.columns)
    classes.emplace_back(column.align == Align::right ? number_class : "");
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < std::min(row.size(), classes.size()); ++i) {
      if (classes[i].empty() && display_width(row[i]) > longest_word) classes[i] = sentence_class;
    }
  }
  return classes;
}

// Blocks in order; counts sections, which the table of contents refers to.
class Body {
 public:
  Body(const Report& report, const std::string& title, const HtmlPage& page) : page_(page) {
    for (const Block& block : report.blocks) {
      const auto* heading = std::get_if<Heading>(&block);
      if (heading != nullptr && heading->level <= 1 && heading->text == title) continue;
      const auto* figure = std::get_if<Figure>(&block);
      gather_small(figure != nullptr && figure->small);
      if (std::holds_alternative<SignatureBlock>(block)) {
        keep_section(std::get<SignatureBlock>(block));
      } else {
        text_ += std::visit([this](const auto& part) { return render(part); }, block);
      }
    }
    gather_small(false);
  }

  const std::string& text() const { return text_; }
  const std::vector<std::string>& sections() const { return sections_; }

 private:
  // Small figures that follow each other stand in one grid.
  void gather_small(bool small) {
    if (small != gathering_) text_ += small ? "<div class=\"multiples\">\n" : "</div>\n";
    gathering_ = small;
  }
  // What is signed stands on one page of paper with what is said of it.
  void keep_section(const SignatureBlock& block) {
    text_.insert(section_begin_, "<section class=\"keep\">\n");
    text_ += render(block) + "</section>\n";
  }
  std::string render(const Heading& heading);
  std::string render(const Paragraph& paragraph) const { return tagged("p", with_code(paragraph.text)); }
  std::string render(const Verbatim& verbatim) const;
  std::string render(const ListBlock& list) const;
  std::string render(const KeyValues& list) const;
  std::string render(const TableBlock& table) const;
  std::string render(const Definitions& definitions) const { return render(as_table(definitions)); }
  std::string render(const Figure& figure) const;
  std::string render(const SignatureBlock& block) const;

  const HtmlPage& page_;
  std::string text_;
  std::vector<std::string> sections_;
  std::size_t section_begin_ = 0;  // in the text
  bool gathering_ = false;
};

std::string Body::render(const Heading& heading) {
  const std::string tag = "h" + std::to_string(std::clamp(heading.level, 1, 6));
  if (heading.level != 2) return tagged(tag, escaped(heading.text));
  sections_.push_back(heading.text);
  section_begin_ = text_.size();
  const auto markup = page_.markup.find(sections_.size());
  return "<h2 id=\"section-" + std::to_string(sections_.size()) + "\">" + escaped(heading.text) + "</h2>\n" +
         (markup == page_.markup.end() ? "" : markup->second);
}

std::string Body::render(const Verbatim& verbatim) const {
  std::string lines;
  for (const std::string& line : verbatim.lines) lines += escaped(line) + "\n";
  return "<pre tabindex=\"0\">" + lines + "</pre>\n";
}

std::string Body::render(const ListBlock& list) const {
  std::string items = "\n";
  for (const std::string& item : list.items) items += tagged("li", with_code(item));
  return tagged(list.numbered ? "ol" : "ul", items);
}

std::string Body::render(const KeyValues& list) const {
  std::string entries = "\n";
  for (const auto& [key, value] : list.entries)
    entries += tagged("dt", escaped(key)) + tagged("dd", escaped(value));
  return tagged("dl", entries);
}

std::string Body::render(const TableBlock& table) const {
  const std::vector<std::string> classes = column_classes(table);
  const auto class_of = [&](std::size_t column) {
    return column < classes.size() ? classes[column] : std::string();
  };
  // What a cell is of, for screens that show rows as lists.
  const bool listed = table.columns.size() > 2;
  const auto titled = [&](std::size_t column) {
    return listed && column < table.columns.size()
               ? " data-title=\"" + escaped(table.columns[column].title) + "\""
               : std::string();
  };
  std::string head = "<tr>\n", rows = "\n";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    head += "<th scope=\"col\"" + class_of(i) + ">" + escaped(table.columns[i].title) + "</th>\n";
  }
  for (const auto& row : table.rows) {
    rows += "<tr>\n";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool names_row = i == 0 && row.size() > 1 && class_of(0) != number_class;
      rows += names_row ? "<th scope=\"row\"" + class_of(i) + ">" + escaped(row[i]) + "</th>\n"
                        : "<td" + class_of(i) + titled(i) + ">" +
                              escaped(class_of(i) == number_class ? with_groups(row[i]) : row[i]) + "</td>\n";
    }
    rows += "</tr>\n";
  }
  return scrolling("table-box", "Table",
                   (listed ? "<table class=\"listed\">\n" : "<table>\n") + tagged("thead", head + "</tr>\n") +
                       tagged("tbody", rows) + "</table>\n");
}

// A style sheet shows the one that fits the screen.
std::string charts(const Figure& figure) {
  const std::string small = chart_svg(figure, ChartSize::small);
  if (figure.small) return "<div class=\"chart-box\">\n" + small + "</div>\n";
  return "<div class=\"chart-box for-wide\">\n" + chart_svg(figure) +
         "</div>\n<div class=\"chart-box for-narrow\">\n" + small + "</div>\n";
}

std::string Body::render(const Figure& figure) const {
  const TableBlock numbers = chart_numbers(figure.chart);
  std::string caption = figure.caption.empty() ? "\n" : "\n" + tagged("p", with_code(figure.caption));
  if (!numbers.rows.empty()) {
    caption += tagged("details", "\n" + tagged("summary", "The numbers as a table") + render(numbers));
  }
  return tagged("figure", "\n<p class=\"figure-title\">" + escaped(figure.title) + "</p>\n" + charts(figure) +
                              tagged("figcaption", caption));
}

std::string Body::render(const SignatureBlock& block) const {
  std::string lines;
  for (const std::string& line : block.lines) lines += tagged("p", escaped(line));
  return "<div class=\"signature\">\n" + lines + "</div>\n";
}

std::string title_of(const Report& report, const HtmlPage& page) {
  if (!page.title.empty()) return page.title;
  for (const Block& block : report.blocks) {
    const auto* heading = std::get_if<Heading>(&block);
    if (heading != nullptr && heading->level <= 1) return heading->text;
  }
  return "Report";
}

std::string head(const std::string& title, const std::string& style) {
  std::string text = "\n<meta charset=\"utf-8\"/>\n";
  text += "<meta http-equiv=\"Content-Security-Policy\" content=\"" + std::string(policy) + "\"/>\n";
  text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  text += "<meta name=\"color-scheme\" content=\"light dark\"/>\n" + tagged("title", escaped(title));
  return text + "<style>" + std::string(chart_style()) + std::string(page_style()) + style + "</style>\n";
}

// Warnings of other grades than "mind" begin with their grade.
std::string warning_item(const Warning& warning) {
  if (warning.grade == WarningGrade::mind) return tagged("li", with_code(warning.text));
  const bool stop = warning.grade == WarningGrade::stop;
  return tagged("li", std::string(stop ? "<strong>Stop:</strong> " : "<strong>Note:</strong> ") +
                          with_code(warning.text));
}

std::string warnings_note(const Warnings& warnings) {
  if (warnings.empty()) return {};
  std::string items = "\n";
  for (const Warning& warning : warnings.worst_first()) items += warning_item(warning);
  return "<div class=\"warnings\" role=\"note\" aria-label=\"Warnings\">\n" +
         tagged("p", warnings.size() == 1 ? "Warning" : "Warnings") + tagged("ul", items) + "</div>\n";
}

std::string contents(const std::vector<std::string>& sections) {
  if (sections.size() < 2) return {};
  std::string items = "\n";
  for (std::size_t i = 0; i < sections.size(); ++i) {
    items += "<li><a href=\"#section-" + std::to_string(i + 1) + "\">" + escaped(sections[i]) + "</a></li>\n";
  }
  return "<nav aria-label=\"Contents\">\n" + tagged("p", "Contents") + tagged("ol", items) + "</nav>\n";
}

}  // namespace

std::string html_document(const Report& report, const HtmlPage& page) {
  const std::string title = title_of(report, page);
  const Body body(report, title, page);
  std::string top = "\n" + tagged("h1", escaped(title));
  if (!page.subtitle.empty()) top += "<p class=\"subtitle\">" + escaped(page.subtitle) + "</p>\n";
  const std::string main_text =
      "\n" + tagged("header", top) + warnings_note(report.warnings) + contents(body.sections()) + body.text();
  return "<!DOCTYPE html>\n<html lang=\"" + escaped(page.language) + "\">\n" +
         tagged("head", head(title, page.style)) + tagged("body", "\n" + tagged("main", main_text)) +
         "</html>\n";
}

}  // namespace sfumato::report
