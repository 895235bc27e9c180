// Documents of several groups of measures, or of several columns, as the one document of all of them: where
// each group was counted by itself.
#pragma once

#include <cstdint>
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

// Measures that were taken on some of the records: their details say so, and a note of the warnings. A value
// that some of the records do not tell is left out: one in ranks of all records, and one of records side by
// side where these are not `paired`.
struct SampledMeasures {
  std::vector<std::string> measures;
  std::uint64_t sampled = 0, records = 0;
  bool paired = true;
};
void mark_sampled(Value& document, Warnings& warnings, const SampledMeasures& taken);

// Scores of one's own, from the values of the measures in the document.
void add_scores(Value& document, const std::vector<std::string>& expressions);

}  // namespace sfumato::jobs
