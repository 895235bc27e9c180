// What a request of `measure` may ask for where rows of its tables stand for several records, and which
// measures it then takes.
#pragma once

#include <string>
#include <vector>

#include "jobs/measure.hpp"

namespace sfumato::jobs {

// Rows that stand for several records have no rows of another table that correspond: what needs them is an
// error.
void check_counted(const MeasureRequest& request);

// A measure that is named must take such rows; without names, those are taken that do.
void check_counted_measures(const MeasureRequest& request, const std::vector<std::string>& names);
void leave_out_uncounted(const MeasureRequest& request, std::vector<compare::MeasureRequest>& requests);

// The tables with the role of their counts. What a masked file exposes is found from its records.
void set_counts(MeasureRequest& request);

}  // namespace sfumato::jobs
