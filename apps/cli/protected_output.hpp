// Where a protected table goes: a file that can be read back, and one for the public.
#pragma once

#include "cli/cell_table_options.hpp"
#include "cli/run_options.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

struct ProtectedOutput {
  CellTableOutput table;
  std::optional<std::string> publish, mark;

  // `doc` says what FILE holds.
  OptionGroup group(const std::string& doc);
  // With an output at least, and none that is an input.
  void check(const std::vector<std::string>& inputs) const;
  // For a table that does not add up: -o takes .json, or .csv, which then is as for the public.
  ProtectedOutput without_sums() const;
  // Both files; what their readers must know.
  std::vector<std::string> write(const tables::CellTable& made, const std::vector<std::string>& inputs) const;
  // The report on screen, with where the table went or that it went nowhere.
  void show(report::Report report, bool written, const RunOptions& options, Console& console) const;
};

// An error for a table to which no rule was ever applied: to protect it would be to publish it as it is. What
// to tell where rules found nothing.
std::vector<std::string> require_checked(const tables::CellTable& table);

// Seconds of an option such as --time-limit; a percentage of --gap.
double positive_number(const std::string& option, const std::optional<std::string>& typed, double usual);

}  // namespace sfumato::cli
