// What a masked file exposes, from counts of its keys: the warnings that the job `measure` gives of records
// in one place.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "core/warning.hpp"
#include "release/file_exposure.hpp"

namespace sfumato::jobs {

// `count`: the column of both tables that says how many equal records a row stands for. Other columns are
// keys, and quasi-identifiers whatever they are declared as, but for the units of the file.
Warnings counted_exposure(const Table& original, const Table& masked, const std::string& count,
                          release::CountedFile file, const Run& run);

// Columns of a masked file that are as they were, from parts of the records side by side. Both tables have
// the same columns in one order; those that merge and describe have no rows.
Value exposure_partial(const Table& original, const Table& masked);
struct ExposureSurvey {
  Value state;
  // Columns whose classes of masked records are still to be counted, and the households or units in some.
  std::vector<std::vector<std::string>> classes, held;
  std::string holder;
};
ExposureSurvey exposure_merge(const Table& original, const Table& masked, const std::vector<Value>& partials);
Warnings exposure_describe(const Table& original, const Table& masked, const std::vector<Value>& partials,
                           const Value& classes);

}  // namespace sfumato::jobs
