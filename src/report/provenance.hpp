// How a result was made, for the end of a report: program, date, command, and files with their SHA-256.
#pragma once

#include <vector>

#include "compare/scoring.hpp"
#include "jobs/provenance.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Program, date and command; then the files, with how to check one.
std::vector<Block> provenance_blocks(const jobs::Provenance& provenance);

// The files alone; nothing where there are none.
std::vector<Block> files_blocks(const jobs::Provenance& provenance);

// {"program", "date", "command", "files": [{"what", "file", "sha256"}…]}, with null for a pipe.
Value provenance_value(const jobs::Provenance& provenance);

// "k = 5, together = 0", in full; "none" for none.
std::string all_parameters(const ParamValues& params);

// Measures with their side, all parameters, and what they assume of the attacker.
TableBlock measures_made(const std::vector<compare::MeasureRequest>& requests);

// What an attacker of this measure knows and does; empty for measures of utility.
std::string attacker_text(const compare::MeasureRequest& request);

}  // namespace sfumato::report
