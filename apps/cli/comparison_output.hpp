// The folder that a comparison writes: winner, results.csv, report.json and report.html.
#pragma once

#include <string>

#include "cli/comparison_story.hpp"
#include "report/report.hpp"

namespace sfumato::cli {

// That of the data file where we can write its format, else ".csv".
std::string release_extension(const std::string& data, const std::string& format);

// Refuses a folder that cannot be made, and files in it that are not from a comparison.
void check_comparison_folder(const StoryRequest& request, std::size_t targets);

// "2026-11-15", in universal time.
std::string today();

// Everything but the winners, which are there already.
void write_comparison(const report::ComparisonStory& story, const std::string& folder, bool public_variant,
                      const Run& run);

// What was written where.
report::KeyValues files_block(const report::ComparisonStory& story, const std::string& folder);

}  // namespace sfumato::cli
