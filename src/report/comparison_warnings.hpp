// What the person who signs must know before: everything about a comparison that weakens its result.
#pragma once

#include <string>
#include <vector>

#include "core/warning.hpp"
#include "jobs/compare_result.hpp"

namespace sfumato::report {

// Those of the outcome first, then few records, missing values, targets not reached, ties, settings that beat
// the winner away from the target, flat and turning responses, draws, seeds and guarantees.
Warnings comparison_warnings(const jobs::CompareResult& outcome);

// Those that reveal nothing about targets, seeds, attained risks or the original.
Warnings public_comparison_warnings(const jobs::CompareResult& outcome);

}  // namespace sfumato::report
