// What masking did to each column and to the relations between them, as plain data for a page or a program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::profile {

// Of present values.
struct Summary {
  std::size_t present = 0;
  std::size_t missing = 0;
  std::optional<double> mean, sd;
  std::vector<double> quantiles;  // at the probabilities of BeforeAfter; empty where nothing is present
};

struct CategoryShare {
  std::string value;
  double before = 0.0, after = 0.0;  // of present values
};

struct ColumnChange {
  std::string name;
  Kind kind = Kind::numeric;
  Summary before, after;
  std::vector<double> edges;                        // of common bins, ascending; numeric columns
  std::vector<double> shares_before, shares_after;  // of present values, per bin
  std::vector<CategoryShare> categories;  // nominal and ordinal columns: most frequent first, then "others"
  double unchanged_percent = 0.0;  // rows whose value is the same, of equal-length tables; NaN otherwise
};

struct BeforeAfter {
  std::vector<double> probabilities;  // 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99
  std::vector<ColumnChange> columns;
  std::vector<std::string> correlated;  // numeric columns
  std::vector<std::vector<double>>
      correlations_before;  // Pearson, on records complete in both columns; NaN where there is none
  std::vector<std::vector<double>> correlations_after;
};

// `columns` are ids of `original`; `masked` has columns of the same names. Tables need not have equal rows.
BeforeAfter before_after(const Table& original, const Table& masked, const ColumnSet& columns,
                         const Run& run);

}  // namespace sfumato::profile
