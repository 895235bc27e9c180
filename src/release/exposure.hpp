// How many released records are unique on the declared quasi-identifiers. A promise about some columns says
// nothing of the others, and a few missing values hide unique records, so every release states both.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "release/recipe_run.hpp"
#include "release/unchanged_columns.hpp"

namespace sfumato::release {

// Records on all declared quasi-identifiers that have values in a release. Records that miss or suppress all
// of them are left out.
// Where a unit column is declared and released, units are counted in place of records: `records`, `unique`
// and `k` are numbers of units, and `unique` those with a record whose values no other unit has.
struct KeyExposure {
  std::vector<std::string> columns;
  std::size_t records = 0;
  std::size_t unique = 0;
  std::size_t k = 0;  // the smallest number of records that agree, a record itself included; 0: no records
  bool wildcard = false;  // a missing value agrees with every value, as a promise about some of them reads it
  // By both readings, whatever `wildcard` says: a missing value agrees with every value, or is a value of its
  // own.
  std::size_t unique_wildcard = 0, unique_category = 0;
  std::string unit = {};                            // the column of the units; empty: records are counted
  std::size_t all_records = 0, unique_records = 0;  // beside units

  // "records", or "units of 'patient'".
  std::string counted() const { return unit.empty() ? "records" : "units of '" + unit + "'"; }
  bool readings_differ() const { return unique_wildcard != unique_category; }
};

// Of the worst copy; none where no quasi-identifier is declared or released.
std::optional<KeyExposure> key_exposure(const MaskingResult& result, const Run& run);
// Of one masked table; the original says which columns are quasi-identifiers.
std::optional<KeyExposure> key_exposure(const Table& original, const Table& masked,
                                        const std::vector<ClassPromise>& promises, const Run& run);
// Of all classes of records that are equal on these columns, whose counts are in a column with that role. No
// units.
KeyExposure exposure_of_classes(const Table& classes, const std::vector<std::string>& columns,
                                const std::vector<ClassPromise>& promises, const Run& run);
// Does a promise about some of these columns read a missing value as one that matches anything?
bool reads_wildcards(const std::vector<ClassPromise>& promises, const std::vector<std::string>& columns);
Value to_value(const KeyExposure& exposure);
// One sentence.
std::string words(const KeyExposure& exposure);

// Stops a release that promises k-anonymity on other columns while many records are unique on these. Empty
// where no record is unique by either reading of missing values. Where k-anonymity on all columns is promised
// and missing values match anything, records that are unique otherwise need a decision from 5 % on.
Warnings exposure_warnings(const MaskingResult& result, const KeyExposure& exposure);
// `kept`: some of the columns is as it was.
Warnings exposure_warnings(const std::vector<ClassPromise>& promises, const KeyExposure& exposure, bool kept);

}  // namespace sfumato::release
