// Layout of blocks. A table that is too wide gives up room in its widest left-aligned column, whose
// cells are wrapped; numbers are never broken.
#include "report/text.hpp"

#include <algorithm>

#include "report/text_width.hpp"

namespace sfumato::report {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 16;
constexpr std::size_t signature_rule = 40;
constexpr std::size_t widest_prose = 100;  // longer lines are hard to read, however wide the terminal is
constexpr std::size_t widest_term = 22;    // in the first of two columns

std::string bold(const std::string& text, const TextStyle& style) {
  return style.colour ? "\033[1m" + text + "\033[0m" : text;
}

std::string spaces(std::size_t count) { return std::string(count, ' '); }

std::string aligned(const std::string& cell, std::size_t width, Align align) {
  const std::size_t used = display_width(cell);
  const std::string fill = spaces(width > used ? width - used : 0);
  return align == Align::left ? cell + fill : fill + cell;
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::vector<std::size_t> natural_widths(const TableBlock& table) {
  std::vector<std::size_t> widths;
  for (const TableColumn& column : table.columns) widths.push_back(display_width(column.title));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  return widths;
}

// No column is narrower than its longest word, which cannot be wrapped.
std::vector<std::size_t> least_widths(const TableBlock& table) {
  std::vector<std::size_t> widths(table.columns.size(), narrowest);
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::size_t begin = 0; begin < row[i].size();) {
        const std::size_t end = std::min(row[i].find(' ', begin), row[i].size());
        widths[i] = std::max(widths[i], display_width(row[i].substr(begin, end - begin)));
        begin = end + 1;
      }
    }
  }
  return widths;
}

std::vector<std::size_t> fitting_widths(const TableBlock& table, std::size_t available) {
  std::vector<std::size_t> widths = natural_widths(table);
  const std::vector<std::size_t> least = least_widths(table);
  std::size_t total = gap * (widths.empty() ? 0 : widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  while (total > available) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (table.columns[i].align == Align::right || widths[i] <= least[i]) continue;
      if (widest == widths.size() || widths[i] > widths[widest]) widest = i;
    }
    if (widest == widths.size()) break;
    --widths[widest];
    --total;
  }
  return widths;
}

std::string table_line(const TableBlock& table, const std::vector<std::string>& cells,
                       const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line.append(gap, ' ');
    line += aligned(cells[i], widths[i], table.columns[i].align);
  }
  return without_trailing_spaces(line);
}

std::string table_row(const TableBlock& table, const std::vector<std::string>& row,
                      const std::vector<std::size_t>& widths) {
  std::vector<std::vector<std::string>> cells;
  std::size_t lines = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    cells.push_back(table.columns[i].align == Align::left ? wrapped(row[i], widths[i])
                                                          : std::vector<std::string>{row[i]});
    lines = std::max(lines, cells.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    std::vector<std::string> parts;
    for (const auto& cell : cells) parts.push_back(line < cell.size() ? cell[line] : "");
    text += table_line(table, parts, widths) + "\n";
  }
  return text;
}

std::string render(const Heading& heading, const TextStyle& style) {
  return bold(printable(heading.text), style) + "\n";
}

// Lines of prose; the first starts with `label`, the others are indented.
std::string hanging(const std::string& label, std::size_t indent, const std::string& prose,
                    const TextStyle& style) {
  const std::size_t width = std::min(style.width, widest_prose);
  const auto room = [&](std::size_t taken) { return std::max(width > taken ? width - taken : 0, narrowest); };
  std::string rest = wrapped(printable(prose), std::string::npos).front();
  const std::string first = wrapped(rest, room(display_width(label))).front();
  std::string text = without_trailing_spaces(label + first) + "\n";
  rest.erase(0, first.size());
  if (rest.empty()) return text;
  for (const std::string& line : wrapped(rest, room(indent))) text += spaces(indent) + line + "\n";
  return text;
}

std::string render(const Paragraph& paragraph, const TextStyle& style) {
  return hanging("", 0, paragraph.text, style);
}

std::string render(const ListBlock& list, const TextStyle& style) {
  std::string text;
  const std::size_t indent = !list.numbered ? 2 : std::to_string(list.items.size()).size() + 2;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string mark = list.numbered ? std::to_string(i + 1) + "." : "-";
    text += hanging(aligned(mark, indent, Align::left), indent, list.items[i], style);
  }
  return text;
}

std::string in_columns(const Definitions& definitions, const TextStyle& style) {
  std::size_t term_width = 0;
  for (const Definition& entry : definitions.entries) {
    if (const std::size_t width = display_width(entry.term); width <= widest_term) {
      term_width = std::max(term_width, width);
    }
  }
  const std::size_t indent = gap + term_width + gap;
  std::string text;
  for (const Definition& entry : definitions.entries) {
    std::string label = spaces(gap) + printable(entry.term);
    if (display_width(entry.term) > term_width) {
      text += label + "\n";
      label.clear();
    }
    text += hanging(aligned(label, indent, Align::left), indent,
                    entry.meaning + (entry.facts.empty() ? "" : " (" + entry.facts + ")"), style);
  }
  return text;
}

std::string render(const Definitions& definitions, const TextStyle& style) {
  if (definitions.side_by_side) return in_columns(definitions, style);
  constexpr std::size_t indent = 4;
  std::string text;
  for (const Definition& entry : definitions.entries) {
    text += hanging(printable(entry.term) + spaces(gap), 2 * indent, entry.facts, style);
    text += hanging(spaces(indent), indent, entry.meaning, style);
  }
  return text;
}

// The words of a command, quoted ones whole; an option has its value beside it, and a pipe its command.
std::vector<std::string> command_words(const std::string& command) {
  std::vector<std::string> words{""};
  char quote = 0;
  for (const char letter : command) {
    if (quote != 0 ? letter == quote : letter == '\'' || letter == '"') quote = quote != 0 ? '\0' : letter;
    if (letter != ' ' || quote != 0) {
      words.back() += letter;
      continue;
    }
    const std::string& word = words.back();
    const bool opens =
        word == "$" || word == "|" || (word.starts_with('-') && word.find(' ') == std::string::npos);
    if (opens) {
      words.back() += letter;
    } else {
      words.emplace_back();
    }
  }
  return words;
}

// A command that is too long goes on in further lines, as a shell takes it: each but the last ends in a
// backslash.
std::vector<std::string> command_lines(const std::string& command, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& word : command_words(command)) {
    if (lines.empty()) {
      lines.push_back(word);
    } else if (display_width(lines.back()) + display_width(word) + 3 <= width) {
      lines.back() += " " + word;
    } else {
      lines.back() += " \\";
      lines.push_back(spaces(4) + word);
    }
  }
  return lines;
}

std::string render(const Verbatim& verbatim, const TextStyle& style) {
  std::string text;
  const std::size_t room = std::max(style.width > gap ? style.width - gap : 0, narrowest);
  for (const std::string& line : verbatim.lines) {
    const bool command = verbatim.language == "console" && line.starts_with("$ ");
    for (const std::string& part : command&& display_width(line) > room
                                       ? command_lines(printable(line), room)
                                       : std::vector<std::string>{printable(line)}) {
      text += without_trailing_spaces(spaces(gap) + part) + "\n";
    }
  }
  return text;
}

std::string render(const KeyValues& list, const TextStyle& style) {
  std::size_t key_width = 0;
  for (const auto& entry : list.entries) key_width = std::max(key_width, display_width(entry.first));
  const std::size_t room = style.width > key_width + gap ? style.width - key_width - gap : 1;
  std::string text;
  for (const auto& [key, value] : list.entries) {
    std::string label = aligned(printable(key), key_width + gap, Align::left);
    for (const std::string& line : wrapped(printable(value), std::max(room, narrowest))) {
      text += without_trailing_spaces(label + line) + "\n";
      label = spaces(key_width + gap);
    }
  }
  return text;
}

std::string render(const TableBlock& block, const TextStyle& style) {
  TableBlock table = block;
  std::vector<std::string> titles;
  for (TableColumn& column : table.columns) titles.push_back(column.title = printable(column.title));
  for (auto& row : table.rows) {
    for (std::string& cell : row) cell = printable(cell);
  }
  const std::vector<std::size_t> widths = fitting_widths(table, style.width);
  std::string text = bold(table_line(table, titles, widths), style) + "\n";
  for (const auto& row : table.rows) text += table_row(table, row, widths);
  return text;
}

std::string render(const Figure& figure, const TextStyle& style) {
  std::string text = bold(printable(figure.title), style) + "\n";
  text += render(Paragraph{"[" + figure.alternative + "]"}, style);
  if (!figure.caption.empty()) text += render(Paragraph{figure.caption}, style);
  return text;
}

std::string render(const SignatureBlock& block, const TextStyle&) {
  std::string text;
  for (const std::string& line : block.lines) {
    text += printable(line) + ": " + std::string(signature_rule, '_') + "\n";
  }
  return text;
}

}  // namespace

std::string text_document(const Report& report, const TextStyle& style) {
  std::string text;
  bool after_heading = true;
  for (const Block& block : report.blocks) {
    if (!after_heading) text += "\n";
    text += std::visit([&](const auto& part) { return render(part, style); }, block);
    after_heading = std::holds_alternative<Heading>(block);
  }
  return text;
}

}  // namespace sfumato::report
