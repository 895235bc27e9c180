// The folder that a comparison writes: winner, results.csv, report.json and report.html; the maps as pictures
// and the ranking for LaTeX where they are asked for.
#pragma once

#include <string>
#include <vector>

#include "cli/data_options.hpp"
#include "cli/export_options.hpp"
#include "jobs/compare.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

struct ComparisonFolder {
  std::string folder;
  std::string extension = ".csv";        // of a release
  std::vector<std::string> inputs = {};  // files that are never overwritten
  io::Formulas formulas = io::Formulas::keep;
  bool force = false;
  Exports exports = {};  // no figures unless asked for

  // Refuses a folder that cannot be made, and files in it that are not from a comparison.
  void check(std::size_t targets) const;
  // One file per target: "winner.csv", or "winner-1.csv", …. They replace those of an earlier comparison.
  // `data` is what is compared.
  jobs::WinnerDestinations winners(std::size_t targets, const io::TableFile& data) const;
  // Removes releases of an earlier comparison that this one has not replaced.
  void remove_others(const jobs::CompareResult& result) const;
  // Everything but the winners, which are there already.
  void write(const jobs::CompareResult& result, bool public_variant, const Run& run) const;
  // What was written where.
  report::KeyValues files_block(const jobs::CompareResult& result) const;

 private:
  std::string report_file() const { return folder + "/report.json"; }
  std::string page_file() const { return folder + "/report.html"; }
  std::string table_file() const { return folder + "/results.csv"; }
  std::string latex_file() const { return folder + "/results.tex"; }
  // "map", or "map-1", … of several targets, without an extension.
  std::string map_path(std::size_t target, std::size_t targets) const;
  // Pictures and LaTeX.
  std::vector<std::string> exported_files(std::size_t targets) const;
  void write_exports(const jobs::CompareResult& result, bool public_variant) const;
  std::vector<std::string> winner_paths(std::size_t targets) const;
  std::vector<std::string> previous_releases() const;
};

// That of the data file where we can write its format, else ".csv".
std::string release_extension(const std::string& data, const std::string& format);

}  // namespace sfumato::cli
