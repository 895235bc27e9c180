// Blocks as Markdown. Paragraphs and lists go through unchanged, since texts have Markdown's backquotes
// already.
#include "report/markdown.hpp"

namespace sfumato::report {
namespace {

std::string render(const Heading& heading) {
  return std::string(static_cast<std::size_t>(heading.level), '#') + " " + heading.text + "\n";
}

std::string render(const Paragraph& paragraph) { return paragraph.text + "\n"; }

std::string render(const Verbatim& verbatim) {
  std::string text = "```" + verbatim.language + "\n";
  for (const std::string& line : verbatim.lines) text += line + "\n";
  return text + "```\n";
}

std::string render(const ListBlock& list) {
  std::string text;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    text += (list.numbered ? std::to_string(i + 1) + ". " : "- ") + list.items[i] + "\n";
  }
  return text;
}

std::string render(const KeyValues& list) {
  std::string text;
  for (const auto& [key, value] : list.entries) text += "- **" + key + "**: " + value + "\n";
  return text;
}

std::string render(const TableBlock& table) {
  std::string head = "|";
  std::string rule = "|";
  for (const TableColumn& column : table.columns) {
    head.append(" ").append(markdown_cell(column.title)).append(" |");
    rule += column.align == Align::right ? " ---: |" : " --- |";
  }
  std::string text = head + "\n" + rule + "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (const std::string& cell : row) text.append(" ").append(markdown_cell(cell)).append(" |");
    text += "\n";
  }
  return text;
}

std::string render(const Definitions& definitions) { return render(as_table(definitions)); }

std::string render(const Figure& figure) {
  std::string text = "**" + figure.title + "**\n\n[" + figure.alternative + "]\n";
  if (!figure.caption.empty()) text += "\n" + figure.caption + "\n";
  return text;
}

std::string render(const SignatureBlock& block) {
  std::string text;
  for (const std::string& line : block.lines) text += "- " + line + ": " + std::string(40, '_') + "\n";
  return text;
}

}  // namespace

std::string markdown_cell(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '|') escaped += '\\';
    escaped += letter == '\n' ? ' ' : letter;
  }
  return escaped;
}

std::string markdown_document(const Report& report) {
  std::string text;
  for (const Block& block : report.blocks) {
    if (!text.empty()) text += "\n";
    text += std::visit([](const auto& part) { return render(part); }, block);
  }
  return text;
}

}  // namespace sfumato::report
