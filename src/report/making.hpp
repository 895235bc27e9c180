// Everything that someone needs to make a comparison again: versions, draws, and every parameter.
#pragma once

#include <vector>

#include "report/comparison_story.hpp"
#include "report/report.hpp"

namespace sfumato::report {

std::vector<Block> making_blocks(const ComparisonStory& story);

}  // namespace sfumato::report
