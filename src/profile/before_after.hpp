// What masking did to each column and to the relations between them, as plain data for a page or a program.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "profile/bins.hpp"

namespace sfumato::profile {

// Of present values.
struct Summary {
  std::size_t present = 0;
  std::size_t missing = 0;
  std::optional<double> mean = {}, sd = {};  // numeric columns; sd has the divisor n − 1 and needs two values
  std::vector<double> quantiles = {};  // at the probabilities of BeforeAfter; empty where nothing is present
};

struct CategoryShare {
  std::string value;
  double before = 0.0, after = 0.0;  // of present values
  std::string label = {};            // what a code stands for, where that is declared
};

// What can be published about the masked column without using the original: bins, and the categories shown,
// are chosen on the masked values alone. No single record is shown: categories of fewer than three are among
// the others, and means and quantiles are rounded.
struct ReleasedAlone {
  Bins bins;
  std::vector<double> shares;
  std::vector<CategoryShare> categories;  // `before` is 0
  // To a thousandth, and quantiles at the probabilities of BeforeAfter to a hundredth, of the power of ten
  // below the range from 5 % to 95 %. None where they are about fewer than three records.
  std::optional<double> mean = {}, sd = {};
  std::vector<std::optional<double>> quantiles;
};

struct ColumnChange {
  std::string name;
  Kind kind = Kind::numeric;
  bool dates = false;  // numbers are days since 1970-01-01
  Summary before, after;
  Bins bins;                                        // common ones, of numeric columns
  std::vector<double> shares_before, shares_after;  // of present values, per bin
  // Columns that are not numeric (before or after): twelve by the larger of their shares, then one entry for
  // all others. The largest comes first; ordinal columns keep their own order.
  std::vector<CategoryShare> categories;
  std::size_t other_categories = 0;  // how many the last entry, "all others", contains; 0: none
  // Rows whose value is the same, of tables with equally many rows; missing is the same as missing.
  double unchanged_percent = std::numeric_limits<double>::quiet_NaN();
  ReleasedAlone released;
};

struct BeforeAfter {
  std::vector<double> probabilities;  // 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99
  std::vector<ColumnChange> columns;
  std::vector<std::string> correlated;  // numeric columns
  // Pearson, on the records that have both columns; NaN for fewer than two of them, or a constant among them.
  std::vector<std::vector<double>> correlations_before;
  std::vector<std::vector<double>> correlations_after;
};

// `columns` are ids of `original`; `masked` has columns of the same names. Tables need not have equal rows.
// Integers and dates are taken as numbers. A column that is numeric before and text after is compared by
// categories.
BeforeAfter before_after(const Table& original, const Table& masked, const ColumnSet& columns,
                         const Run& run);

}  // namespace sfumato::profile
