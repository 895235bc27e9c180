// What masking did to each column, as figures and tables.
#pragma once

#include <vector>

#include "profile/before_after.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// A line per column, the changes of correlations as a heat map, then every column by itself.
std::vector<Block> column_change_blocks(const profile::BeforeAfter& change);

// Every column of the release by itself, and nothing that comes from the original.
std::vector<Block> released_column_blocks(const profile::BeforeAfter& change);

}  // namespace sfumato::report
