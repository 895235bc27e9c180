// Usage, what it does, arguments, options by group, examples: the same order for every command, with
// the names in one column and the explanations wrapped in another.
#include "cli/help.hpp"

#include <algorithm>

#include "report/text_width.hpp"

namespace sfumato::cli {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t indent = 2;
constexpr std::size_t widest_name = 30;

std::string heading(const std::string& text, const report::TextStyle& style) {
  return style.colour ? "\033[1m" + text + ":\033[0m\n" : text + ":\n";
}

std::string paragraph(const std::string& text, const report::TextStyle& style) {
  std::string result;
  for (const std::string& line : report::wrapped(text, style.width)) result += line + "\n";
  return result;
}

// A name too long for its column has a line of its own.
std::string row_text(const std::string& name, const std::string& doc, std::size_t column,
                     const report::TextStyle& style) {
  std::string result = std::string(indent, ' ') + name;
  std::size_t used = indent + report::display_width(name);
  if (used + 2 > column) {
    result += "\n";
    used = 0;
  }
  const std::size_t room = style.width > column + 20 ? style.width - column : 20;
  for (const std::string& line : report::wrapped(doc, room)) {
    result += std::string(column - used, ' ') + line + "\n";
    used = 0;
  }
  return result;
}

std::string section(const std::string& title, const Rows& rows, const report::TextStyle& style) {
  if (rows.empty()) return {};
  std::size_t column = 0;
  for (const auto& row : rows) column = std::max(column, report::display_width(row.first));
  column = std::min(column, widest_name) + indent + 2;
  std::string result = "\n";
  result += heading(title, style);
  for (const auto& [name, doc] : rows) result += row_text(name, doc, column, style);
  return result;
}

std::string option_label(const Option& option) {
  const bool has_short = option.names.find(',') != std::string::npos;
  const std::string names =
      has_short ? option.names.substr(0, option.names.find(',')) + ", " + long_name(option) : option.names;
  return option.value.empty() ? names : names + " " + option.value;
}

}  // namespace

std::string help_text(const Command& command, const std::string& path, const report::TextStyle& style) {
  std::string text = paragraph(std::string("Usage: ").append(usage_line(command, path)), style) + "\n";
  text += paragraph(command.summary, style);
  if (!command.description.empty()) text.append("\n").append(paragraph(command.description, style));
  Rows rows;
  for (const Argument& argument : command.arguments) rows.emplace_back(argument.name, argument.doc);
  text += section("Arguments", rows, style);
  rows.clear();
  for (const Command& inner : command.commands) rows.emplace_back(inner.name, inner.summary);
  text += section(command.commands_title, rows, style);
  for (const OptionGroup& group : command.groups) {
    rows.clear();
    for (const Option& option : group.options) rows.emplace_back(option_label(option), option.doc);
    if (&group == &command.groups.back()) rows.emplace_back("-h, --help", "This page.");
    text += section(group.title, rows, style);
  }
  for (const Topic& topic : command.topics) text += section(topic.title, topic.entries, style);
  if (!command.examples.empty()) text.append("\n").append(heading("Examples", style));
  for (const std::string& example : command.examples) text.append(indent, ' ').append(example).append("\n");
  return text;
}

}  // namespace sfumato::cli
