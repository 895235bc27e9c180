// Values that single a record out by themselves: rare categories, and numbers far from all others.
#pragma once

#include <string>
#include <vector>

#include "jobs/key_risk_summary.hpp"

namespace sfumato::jobs {

// Of each column at most five. Categories are special that fewer than three records have, in columns with at
// most 1,000 categories. Numbers are special that are beyond Q1 − 3·IQR or Q3 + 3·IQR (Tukey, 1977: far out),
// where at most 1 % of the records are; quartiles are of type 7 (Hyndman, Fan, 1996).
std::vector<SpecialValue> special_values(const Table& table, const ColumnSet& columns);

}  // namespace sfumato::jobs
