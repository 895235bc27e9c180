// Values that look like codes for missing values and are not declared as such: 9, 99 or -1 far from all other
// values of a column, or texts such as "unknown". A person decides.
#pragma once

#include <string>
#include <vector>

#include "core/column.hpp"

namespace sfumato::profile {

// Numbers: the largest values that consist of nines, or are one or two below (7, 8, 9; 97, 98, 99; …), if the
// gap below them is larger than any other gap, or if at least five times as many records have the largest as
// have a usual value; and negative numbers where up to three of -1, -2, -3, -7, -8, -9, -97, … are the only
// ones. Texts: "unknown", "refused", "not stated" and the like. In ascending order.
std::vector<std::string> missing_like(const Column& column);

}  // namespace sfumato::profile
