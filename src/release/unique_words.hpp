// How numbers of unique records are graded and said, so that every warning about them has the same limit.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/warning.hpp"

namespace sfumato::release {

// From this share of unique records on, a release must not go out as it is.
constexpr double many_unique = 0.05;

constexpr std::size_t named_at_most = 6;

// "'a', 'b' and 3 more".
std::string short_list(const std::vector<std::string>& names);

// "4 of 6".
std::string of_records(std::size_t some, std::size_t all);

// 0 without records.
double share(std::size_t some, std::size_t all);

// "67 %"; not "100 %" where some are left.
std::string percent(std::size_t some, std::size_t all);

// A note without unique records, a stop where many are unique.
WarningGrade grade_of(std::size_t unique, std::size_t records);

}  // namespace sfumato::release
