// Measures on a page: risks of keys before and after, other risks, and utility, each in a table of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/measure.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// One sentence on the keys: how many records are unique on them before and after; none without k-anonymity.
std::optional<std::string> keys_sentence(const jobs::MeasureResult& measured);

// Sections "Risk before and after", "Other risks" and "Utility"; those that have something to show. Of
// several masked tables the mean. Warnings of the measures stand as notes below.
std::vector<Block> measured_blocks(const jobs::MeasureResult& measured);

}  // namespace sfumato::report
