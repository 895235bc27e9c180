// A workload file: the expected questions, and the files with their records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::queries {

// TOML; unknown keys are errors:
//   data = "patients.csv"             # of a catalogue with one table; or [data] with NAME = "FILE" for each
//   catalogue = "catalogue.toml"
//   recipe = "recipe.toml"            # how records are masked, for the protection `input`
//   epsilon = 0.1                     # of each question
//   budget = 3                        # of all of them
//   least = 5                         # records that a restricted question must be about
//   questions = ["SELECT COUNT(*) FROM patients", "SELECT AVG(age) FROM patients GROUP BY ward"]
// or plain text: a question on each line, empty lines and lines that begin with # are ignored. Paths are
// relative to the workload's folder.
struct Workload {
  std::vector<std::string> questions;
  std::string data;                                         // empty: by table
  std::vector<std::pair<std::string, std::string>> tables;  // name and file
  std::string catalogue, recipe;                            // empty: not given
  std::optional<std::string> epsilon, budget;               // as written
  std::optional<std::int64_t> least;
};

Workload parse_workload(std::string_view text, const std::string& source, bool toml);
Workload read_workload(const std::string& path);  // TOML where the name ends in .toml

}  // namespace sfumato::queries
