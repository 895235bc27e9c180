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

std::vector<std::size_t> fitting_widths(const TableBlock& table, std::size_t available) {
  std::vector<std::size_t> widths = natural_widths(table);
  std::size_t total = gap * (widths.empty() ? 0 : widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  while (total > available) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (table.columns[i].align == Align::right || widths[i] <= narrowest) continue;
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

std::string render(const Paragraph& paragraph, const TextStyle& style) {
  std::string text;
  for (const std::string& line : wrapped(printable(paragraph.text), style.width)) text += line + "\n";
  return text;
}

std::string render(const Verbatim& verbatim, const TextStyle&) {
  std::string text;
  for (const std::string& line : verbatim.lines) text += "  " + printable(line) + "\n";
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
