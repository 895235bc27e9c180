// Columns that are released as they were: how many records each of them singles out, and all of them
// together. A promise about other columns does not protect these.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/warning.hpp"
#include "release/recipe_run.hpp"
#include "release/weight_exposure.hpp"
#include "verify/agreeing_records.hpp"

namespace sfumato::release {

// A quasi-identifier, date, weight or household number that is released as it was, in all records or but for
// a few.
struct UnchangedColumn {
  std::string name;
  std::optional<Role> role;      // a date may have none
  std::size_t unique = 0;        // records whose value no other record has; missing values do not count
  bool constant = false;         // all values are equal
  bool looks_like_date = false;  // of no declared role, with texts or numbers that read as dates
  std::size_t changed = 0;       // records in which it is not as it was
  std::optional<WeightExposure> weight = std::nullopt;  // of a column of weights
  bool rescaled = false;  // weights that are as they were but for a few factors, as after sampling
};

struct UnchangedColumns {
  std::vector<UnchangedColumn> columns;
  std::size_t records = 0;
  std::size_t unique_keys = 0;  // on the quasi-identifiers and dates among them together
  std::size_t unique = 0;       // on all of them together
};

// What the original declares of a column of a masked table, which a method may have changed in its result.
// Without such a column in the original, the role that the masked table has.
std::optional<Role> declared_role(const Table& original, const ColumnInfo& info);

// Is this column of a masked table that of the original, but for few cells? Without a mapping it is unless a
// step changed it. A column without values is not, and a key of a promise of k-anonymity is not as soon as
// one cell was changed: the check of the promise says what the change protects.
bool as_it_was(const MaskingResult& result, const Table& table, ColumnId id);

// Of the first copy, while it is in the order of the original.
UnchangedColumns unchanged_columns(const MaskingResult& result, const Table& table);
// The same of any masked table; `unchanged` says whether a column of it is as it was.
UnchangedColumns unchanged_columns(const Table& original, const Table& table,
                                   const std::function<bool(ColumnId)>& unchanged);
Value to_value(const UnchangedColumns& unchanged);

// `remedy`: also say which parameter helps.
Warnings unchanged_warnings(const UnchangedColumns& unchanged, bool remedy);

// Records whose values no other record has; those that miss all of them do not count.
std::size_t unique_records(const verify::KeyTexts& texts);

// "'age' singles out 2 of 6 records".
std::string singles_out(const std::string& column, std::size_t unique, std::size_t records);

}  // namespace sfumato::release
