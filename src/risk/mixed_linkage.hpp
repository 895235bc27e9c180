// Linkage on columns that are not all numbers: both files as columns of numbers and categories on one scale.
// Nominal values differ by 0 or 1, ordinal ones by their ranks, those of a hierarchy by the level of their
// common ancestor. A label is at 0 from the values that it covers, and a suppressed cell as far from every
// value as a random record.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "risk/nearest_linkage.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/linear/matrix.hpp"
#include "stats/linkage/cover_patterns.hpp"
#include "stats/neighbours/mixed_partners.hpp"

namespace sfumato::risk {

// Is any of these columns not numeric, in either file?
bool has_categories(const Table& original, const Table& masked, const ColumnSet& columns);
// Is this one?
bool is_category(const Table& original, const Table& masked, ColumnId column);

// One column for the search. Numbers are divided by `divisor`; `from_masked` says which file is searched
// from. Weights multiply squared distances, which are at most 1 except for numbers.
stats::MixedColumn mixed_column(const Table& original, const Table& masked, ColumnId column, double divisor,
                                double weight, bool from_masked);

// The same of a column with labels or suppressed cells.
stats::MixedColumn coarse_mixed_column(const stats::CoveredColumn& column, const ColumnInfo& info,
                                       double divisor, double weight, bool from_masked);

// Does a column have more than one value in the original?
bool varies(const Column& column);

// Where a column has labels and the masked records are searched, of those that are equally near the ones that
// cover the fewest originals come first.
// Only the records `rows`, ascending, are searched for.
NearestLinks mixed_links(const std::vector<stats::MixedColumn>& columns, std::span<const std::size_t> rows,
                         Ties ties, const Run& run);

// Both files as numbers by which two cells agree: numbers as they are, and one number for each category. A
// missing cell is −∞ in the original and ∞ in the masked file, so that it agrees with no value.
struct AgreementNumbers {
  stats::Matrix original;
  stats::Matrix masked;
};
AgreementNumbers agreement_numbers(const Table& original, const Table& masked, const ColumnSet& columns);

// One column for patterns of agreement: numbers agree within the tolerance, categories where they are equal,
// a label with what it covers. A missing masked cell is as a suppressed one where the column has such cells,
// else it agrees with nothing.
stats::PatternColumn coarse_pattern_column(const stats::CoveredColumn& column, double tolerance);
stats::PatternColumn pattern_column(const Table& original, const Table& masked, ColumnId column,
                                    double tolerance);

// How many records lack a compared value in either file.
std::size_t records_lacking(const Table& original, const Table& masked, const ColumnSet& columns);

}  // namespace sfumato::risk
