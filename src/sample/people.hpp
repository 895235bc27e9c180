// A made-up survey of people: identifiers, demographic columns, households, weights and skewed
// amounts that hang together. No real person is in it, so it can be shown, masked and shipped freely.
#pragma once

#include <cstddef>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::sample {

// Columns record_id, name, age, sex, region, education, marital_status, household_id, weight, income,
// tax, savings, with their roles. Income rises with education and, until about 50, with age; savings
// have zeros and a heavy tail; about one percent of incomes and of educations are missing. Records of
// one household stand together. Each record has a stream of its own, so the first rows of a longer
// table are those of a shorter one.
Table people(std::size_t rows, const Run& run);

}  // namespace sfumato::sample
