// Messages are stripped of control characters: file and column names may hold what would steer a
// terminal.
#include "cli/console.hpp"

#include <ostream>

#include "report/json.hpp"
#include "report/text_width.hpp"

namespace sfumato::cli {
namespace {

std::string painted(const char* colour, const std::string& text, bool wanted) {
  return wanted ? std::string("\033[") + colour + "m" + text + "\033[0m" : text;
}

}  // namespace

std::string with_flags(std::string_view text) { return spelled(text, ParameterSpelling::command_line); }

std::string json_with_flags(const report::Report& report) {
  return report::json_document(report, ParameterSpelling::command_line);
}

void Console::show(const report::Report& report, bool json) {
  for (const Warning& warning : report.warnings.worst_first()) warn(warning);
  out << (json ? json_with_flags(report) : with_flags(report::text_document(report, out_style)));
}

void Console::show_aside(const report::Report& report) {
  for (const Warning& warning : report.warnings.worst_first()) warn(warning);
  error << with_flags(report::text_document(report, {.colour = error_colour, .width = out_style.width}));
}

void Console::warn(const Warning& warning) {
  const char* colour = warning.grade == WarningGrade::stop ? "31" : "33";
  error << "sfumato: " << painted(colour, std::string(label(warning.grade)) + ":", error_colour) << " "
        << report::printable(spelled(warning.text, ParameterSpelling::command_line, values)) << "\n";
}

void Console::complain(const Error& failure) {
  const auto said = [&](const std::string& text) {
    return report::printable(spelled(text, ParameterSpelling::command_line, values));
  };
  error << "sfumato: " << painted("31", "error:", error_colour) << " " << said(failure.message) << "\n";
  if (!failure.hint.empty()) error << "  hint: " << said(failure.hint) << "\n";
}

}  // namespace sfumato::cli
