// The beginning of a page that is signed: whether something speaks against a release, and the warnings by
// grade.
#pragma once

#include <vector>

#include "core/warning.hpp"
#include "release/acceptance.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// "Do not release …", "Decide on 3 points before …" or "No warning speaks against …".
std::string verdict_text(const Warnings& warnings);

// A list for each grade, worst first; a sentence where there is none.
std::vector<Block> warning_blocks(const Warnings& warnings);

// "2 of the 3 warnings of grade stop were accepted by name."
std::string acceptance_text(const Warnings& warnings, const std::vector<release::AcceptedWarning>& accepted);

// Each accepted warning with who accepted it and why; nothing where there is none.
std::vector<Block> acceptance_blocks(const std::vector<release::AcceptedWarning>& accepted);

// The last section: lines to sign.
std::vector<Block> decision_blocks();

}  // namespace sfumato::report
