// What a comparison recommends and why, in sentences for the person who has to sign.
#pragma once

#include <string>
#include <vector>

#include "jobs/compare_result.hpp"

namespace sfumato::report {

// One paragraph each: which method is first and by how much (or that none reached the target, and which came
// near), how many took part, and what the release itself attains.
std::vector<std::string> recommendation(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part);

// The same without targets, attained risks and parameters; values of utility measures stay.
std::vector<std::string> public_recommendation(const jobs::CompareResult& outcome,
                                               const jobs::ComparisonPart& part);

}  // namespace sfumato::report
