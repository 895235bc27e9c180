// What is said of columns that are masked once per household, together with what is said of the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/method.hpp"

namespace sfumato::masking {

// `own` is of the columns that differ within households, where there are any; the tables stay those of `own`.
// `once` is of a table with the first member of every household, and of the columns named.
Masked with_household_level(std::optional<Masked> own, const Masked& once, std::size_t households,
                            const std::vector<std::string>& columns);

}  // namespace sfumato::masking
