// Everything that someone needs to make a comparison again: versions, draws, and every parameter.
#pragma once

#include <vector>

#include "jobs/compare_result.hpp"
#include "report/report.hpp"

namespace sfumato::report {

std::vector<Block> making_blocks(const jobs::CompareResult& outcome);

}  // namespace sfumato::report
