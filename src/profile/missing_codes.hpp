// Values that look like codes for missing values and are not declared as such: 9, 99 or -1 far from all other
// values of a column, or texts such as "unknown". A person decides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/column.hpp"
#include "core/date_form.hpp"
#include "stats/classes/record_counts.hpp"

namespace sfumato::profile {

// Numbers: the largest values that consist of nines, or are one or two below (7, 8, 9; 97, 98, 99; …), if the
// gap below them is larger than any other gap, or if at least five times as many records have the largest as
// have a usual value; and negative numbers where up to three of -1, -2, -3, -7, -8, -9, -97, … are the only
// ones. Texts: "unknown", "refused", "not stated" and the like. Dates, with or without a time of day:
// 0001-01-01, 1111-11-11, 2999-12-31, 9999-12-31 and the like always; 1899-12-30, 1900-01-01, 1901-01-01,
// 1970-01-01, 2099-12-31 and 2100-01-01 where no other date is within two years of them, or where at least
// five times as many records have them as have a usual date. In ascending order; dates as `form` writes them.
// Rows may stand for several records.
std::vector<std::string> missing_like(const Column& column,
                                      const std::optional<DateForm>& form = std::nullopt,
                                      const stats::RecordCounts& times = {});

}  // namespace sfumato::profile
