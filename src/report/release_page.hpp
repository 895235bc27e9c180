// What a page says about the release itself: what it is, what the measures say of this very draw, and how
// much at risk its records are.
#pragma once

#include <vector>

#include "jobs/compare_result.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// Files, method, parameters, guarantee, and every measure with its value in words. The part has a release.
std::vector<Block> release_blocks(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part);

// The same with utility measures alone, and without the method's details.
std::vector<Block> public_release_blocks(const jobs::CompareResult& outcome,
                                         const jobs::WinnerRelease& release);

// Of each measure that has a value per record: how these are distributed, and the tenth that is worst off.
std::vector<Block> record_risk_blocks(const jobs::CompareResult& outcome, const jobs::WinnerRelease& release);

}  // namespace sfumato::report
