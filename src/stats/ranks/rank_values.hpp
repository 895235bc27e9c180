// The numbers by which a column's values are ranked, whatever its kind, so that measures of the
// permutation model can use numeric, ordinal and nominal columns.
#pragma once

#include "core/table.hpp"
#include "stats/linear/matrix.hpp"

namespace sfumato::stats {

// One number per row, NaN where missing, by the kind that `info` gives:
//   numeric   the value itself;
//   ordinal   the place of the category in the order of `reference`; a category that `reference` does not
//             have has no place and counts as missing;
//   nominal   marginality, the mean semantic distance of the category to the values of `reference`:
//             Domingo-Ferrer, Sánchez, Rufian-Torrell (2013), Anonymization of nominal data based on semantic
//             marginality, Information Sciences 242. With a hierarchy (`info.tree`) two categories are as
//             far apart as the level at which they meet, as a share of its levels above the leaves. Without
//             one, two different categories are at distance 1, so that it is 1 − the category's share; common
//             categories come first, rare ones last, and categories that are equally frequent are tied.
// `reference` is the original's column for both sides, so that both have one scale.
Numbers rank_values(const Column& column, const ColumnInfo& info, const Column& reference);
Numbers rank_values(const Column& column, const ColumnInfo& info);

// Of several columns; kinds and reference are those of `original`, which has the same column ids.
Matrix rank_values(const Table& table, const Table& original, const ColumnSet& columns);

}  // namespace sfumato::stats
