// Where a command's words go: reports to standard output, warnings and errors to standard error,
// with what is known about the terminal behind them.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/warning.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

namespace sfumato::cli {

// A rendered text or page in which parameters are referred to by their options: "--columns".
std::string with_flags(std::string_view text);
// The JSON of a report, likewise.
std::string json_with_flags(const report::Report& report);

struct Console {
  std::ostream& out;
  std::ostream& error;
  report::TextStyle out_style = {};
  bool error_is_terminal = false;
  bool error_colour = false;
  std::string_view commit = "unknown";    // what the program was built from, for --version
  DataValues values = DataValues::shown;  // in errors and warnings
  std::string command = {};               // what was typed, without the seed, for reports

  // The report as text or JSON; its warnings go to standard error either way.
  void show(const report::Report& report, bool json);
  // The same text on standard error, for when standard output carries data.
  void show_aside(const report::Report& report);
  void warn(const Warning& warning);
  void complain(const Error& failure);
};

}  // namespace sfumato::cli
