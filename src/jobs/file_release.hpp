// A release from a file to files: what the command `mask` and the browser app do alike, so that the same
// request gives the same bytes wherever it comes from.
#pragma once

#include <optional>
#include <string>

#include "jobs/mask.hpp"
#include "release/release_files.hpp"

namespace sfumato::jobs {

// Paths that are empty are not asked for.
struct FileRelease {
  MaskRequest mask;  // without its data
  std::string data;  // the file; "-" is a pipe
  io::ReadOptions reading;
  std::string output;  // "-" is a pipe
  std::string output_format = {};
  io::TextForm output_text = {};  // how CSV is written, where it is not as the data are
  io::Formulas formulas = io::Formulas::keep;
  bool force = false;
  bool keep_missing_codes = false;  // cells that are missing keep their codes
  std::string suppressed = {};      // the code of cells that the release leaves out
  bool write_labels = false;        // labels in place of codes
  std::string map = {}, reveal = {}, fit = {};
  std::string fitted_path = {};           // where mask.fitted was read
  std::vector<std::string> earlier = {};  // files of earlier releases
  std::string report = {};                // the page to sign; the front end writes it
  std::string recipe_path = {};
  std::string new_key = {};  // a secret key is made and kept here
  bool in_blocks = false;    // in blocks of records, also where the table fits into memory
  std::optional<release::BudgetTerms> budget = std::nullopt;

  // Refuses, before any work is done, what could not be written or may not be overwritten.
  release::ReleaseTarget checked_target() const;
};

// Reads the data into `wanted`, masks them and writes the files. A file whose table does not fit into the
// memory of the run is masked in blocks of records, where every step can; `wanted` then has no data. Where a
// step cannot, the error says which, before the file is read.
MaskResult release_file(FileRelease& wanted, const Run& run);

}  // namespace sfumato::jobs
