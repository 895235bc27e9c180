// Promises about persons or companies with several records.
#pragma once

#include <functional>
#include <optional>

#include "masking/step.hpp"

namespace sfumato::masking {

using ApplyStep = std::function<Masked(const Table& original, const Step& step, const Run& run)>;

// The name under which a run has the table of all records, while a method gets one record of each unit.
inline constexpr const char* records_of_units = "records of units";

// A method that promises something of classes of records is applied to one record of each unit, and all
// records of the unit get what it got: then the promise is about units. None where the columns differ between
// records of a unit; records are promised then, and verification says what that means for units. Models of
// l-diversity and t-closeness may be about a column that differs within units; others may not.
std::optional<Masked> by_units(const Table& original, const Step& step, ColumnId unit, const Run& run,
                               const ApplyStep& apply);

}  // namespace sfumato::masking
