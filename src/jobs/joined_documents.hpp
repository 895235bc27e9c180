// Documents of several groups of measures, or of several columns, as the one document of all of them: where
// each group was counted by itself.
#pragma once

#include <string>
#include <vector>

#include "core/value.hpp"
#include "core/warning.hpp"

namespace sfumato::jobs {

// Each warning once, with the worst of its grades.
Warnings joined_warnings(const std::vector<Value>& documents);

// Of the job `measure`: measures in the order of `order` (those that it does not name follow), `columns` as
// the compared ones, each warning once, and `notes` as further warnings of the grade "note".
struct JoinedMeasures {
  Value document;
  Warnings warnings;
};
JoinedMeasures joined_measures(const std::vector<Value>& documents, const std::vector<std::string>& columns,
                               const std::vector<std::string>& order, const std::vector<std::string>& notes);

// Of the job `inspect`, one for each column and perhaps one more of all quasi-identifiers and units, whose
// unique records are those of the data.
Value joined_inspections(const std::vector<Value>& documents, const Value* keys);

// The columns of such documents that are quasi-identifiers, and then the units.
struct InspectedKeys {
  std::vector<std::string> keys, units;
};
InspectedKeys inspected_keys(const std::vector<Value>& documents);

// Sets what parts of the records found of households, in the details and the reading of individual risk.
// `section` is "measures", "before" or "after"; a document without such a value stays.
void set_households(Value& document, const char* section, const std::vector<Value>& states);

}  // namespace sfumato::jobs
