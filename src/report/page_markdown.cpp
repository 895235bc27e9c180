// A reader of lines: each block starts with its own first characters and ends at a blank line or where
// another kind of block starts.
#include "report/page_markdown.hpp"

#include <algorithm>
#include <cctype>

#include "core/error.hpp"

namespace sfumato::report {
namespace {

constexpr std::string_view fence = "```";

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') + 1 - begin));
}

bool is_blank(const std::string& line) { return line.find_first_not_of(' ') == std::string::npos; }

// The length of "- " or "12. " at the start of a line; 0 where it starts no item.
std::size_t item_mark(const std::string& line) {
  if (line.starts_with("- ")) return 2;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && line.compare(digits, 2, ". ") == 0 ? digits + 2 : 0;
}

bool starts_block(const std::string& line) {
  return is_blank(line) || line.starts_with(fence) || line.starts_with('#') || line.starts_with('|') ||
         item_mark(line) > 0;
}

// Cells of "| a | b |"; "\|" is a bar within a cell.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.push_back(trimmed(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

class PageReader {
 public:
  PageReader(std::string_view text, const std::string& source) : lines_(lines_of(text)), source_(source) {}

  std::vector<Block> blocks() {
    while (at_ < lines_.size()) {
      if (is_blank(line())) {
        ++at_;
      } else {
        blocks_.push_back(next());
      }
    }
    return std::move(blocks_);
  }

 private:
  const std::string& line() const { return lines_[at_]; }

  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorCode::bad_input, source_ + ":" + std::to_string(at_ + 1) + ": " + why,
                "a page has paragraphs, ## and ### headings, lists, tables, fenced blocks and inline code");
  }

  Block next() {
    if (line().starts_with(fence)) return verbatim();
    if (line().starts_with('#')) return heading();
    if (line().starts_with('|')) return table();
    if (item_mark(line()) > 0) return list();
    return paragraph();
  }

  Block heading() {
    const std::size_t level = line().find_first_not_of('#');
    if (level < 2 || level > 3 || line()[level] != ' ') refuse("a heading starts with '## ' or '### '");
    Heading result{checked(trimmed(line().substr(level))), static_cast<int>(level)};
    ++at_;
    return result;
  }

  Block verbatim() {
    Verbatim result{{}, line().substr(fence.size())};
    if (result.language != "console" && result.language != "text") refuse("a block is ```console or ```text");
    for (++at_; at_ < lines_.size() && line() != fence; ++at_) result.lines.push_back(line());
    if (at_ == lines_.size()) refuse("a block has no end");
    ++at_;
    return result;
  }

  Block table() {
    TableBlock result;
    for (const std::string& title : cells_of(line())) result.columns.push_back({checked(title)});
    ++at_;
    const std::vector<std::string> rule = at_ < lines_.size() ? cells_of(line()) : std::vector<std::string>();
    if (rule.size() != result.columns.size()) refuse("below the titles of a table comes | --- | for each");
    for (std::size_t i = 0; i < rule.size(); ++i) {
      if (rule[i] != "---" && rule[i] != "---:")
        refuse("below the titles of a table comes | --- | or | ---: |");
      if (rule[i].ends_with(':')) result.columns[i].align = Align::right;
    }
    for (++at_; at_ < lines_.size() && line().starts_with('|'); ++at_) {
      std::vector<std::string> row = cells_of(line());
      if (row.size() != rule.size()) refuse("a row has another number of cells than the titles");
      for (std::string& cell : row) cell = checked(cell);
      result.rows.push_back(std::move(row));
    }
    return result;
  }

  Block list() {
    ListBlock result{{}, line()[0] != '-'};
    while (at_ < lines_.size() && item_mark(line()) > 0) {
      if ((line()[0] != '-') != result.numbered) refuse("a list is numbered or not");
      const std::size_t mark = item_mark(line());
      std::string item = trimmed(line().substr(mark));
      for (++at_; at_ < lines_.size() && !starts_block(line()); ++at_) {
        if (line().find_first_not_of(' ') != mark)
          refuse("further lines of an item are indented like its text");
        if (item_mark(trimmed(line())) > 0) refuse("a list has no list within");
        item += " " + trimmed(line());
      }
      result.items.push_back(checked(item));
    }
    return result;
  }

  Block paragraph() {
    if (line()[0] == ' ' || line()[0] == '>') refuse("a paragraph starts at the first column");
    std::string text;
    for (; at_ < lines_.size() && !starts_block(line()); ++at_) {
      text += (text.empty() ? "" : " ") + trimmed(line());
    }
    --at_;  // for the line in an error
    text = checked(text);
    ++at_;
    return Paragraph{text};
  }

  // Text as it is; outside of code it has neither HTML nor the other marks of Markdown.
  std::string checked(std::string text) const {
    bool code = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '`') code = !code;
      if (code) continue;
      const std::string_view two = std::string_view(text).substr(i, 2);
      const bool letter = two.size() > 1 && (std::isalpha(static_cast<unsigned char>(two[1])) != 0);
      if (two == "**" || two == "__") refuse("bold and italic text is not shown everywhere");
      if (two == "](" || two == "![") refuse("links and pictures are not shown everywhere");
      if (two[0] == '<' && (letter || two == "</" || two == "<!")) refuse("HTML is not shown everywhere");
      if (two == "--" && i + 2 < text.size() && std::isalpha(static_cast<unsigned char>(text[i + 2])) != 0) {
        refuse("a parameter is written `name`: each front end spells it its own way");
      }
    }
    if (code) refuse("a backquote has no other");
    return text;
  }

  std::vector<std::string> lines_;
  const std::string& source_;
  std::size_t at_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace

std::vector<Block> read_page(std::string_view text, const std::string& source) {
  return PageReader(text, source).blocks();
}

}  // namespace sfumato::report
