// A file that follows one that was fitted: its columns are declared as they were, its hierarchies are those
// that were kept, and what is new in it is counted.
#pragma once

#include <string>
#include <vector>

#include "core/warning.hpp"
#include "release/fitted.hpp"

namespace sfumato::release {

// Categories that were not known when the release was fitted.
struct UnknownCategories {
  std::string column;
  std::vector<std::string> categories;
  std::size_t records = 0;
  bool emptied = false;  // their cells are left empty: the hierarchy does not say what they become
};

// Values that a limit changes.
struct BeyondLimit {
  std::string column, limit;
  bool upper = true;
  std::size_t records = 0;
  std::int64_t percent = 0, percent_before = 0;
};

// Values outside the domain, which have intervals of their own.
struct OutsideDomain {
  std::string column;
  std::size_t records = 0;
};

struct NewRecords {
  masking::Recipe recipe;                 // as it was fitted, for the columns that there are
  std::vector<std::string> missing = {};  // columns that were there when it was fitted
  std::vector<std::string> dropped = {};  // new columns that are not released
  std::vector<UnknownCategories> unknown = {};
  std::vector<BeyondLimit> beyond = {};
  std::vector<OutsideDomain> outside = {};
  std::vector<DrawnAnew> anew = {};

  bool any() const { return !missing.empty() || !dropped.empty() || !unknown.empty() || !outside.empty(); }
};

// Changes the table: declarations of the fit are applied, hierarchies set, cells without a place in them
// emptied. A column that a step needs and that is missing, a new one that is not in `drop` and not an
// identifier, and a role that differs are errors. `source` is how the data are called there.
NewRecords apply_fitted(const Fitted& fitted, Table& table, const std::vector<std::string>& drop,
                        const std::string& source);

// At most five values of a column are named, and none with `hidden`.
Value to_value(const NewRecords& found, bool hidden);
// Counts, without values.
Warnings new_record_warnings(const NewRecords& found);

}  // namespace sfumato::release
