// The categories of a column before and after masking, as shares.
#pragma once

#include "profile/before_after.hpp"

namespace sfumato::profile {

struct CategoryShares {
  std::vector<CategoryShare> shown;
  std::size_t others = 0;  // in the last entry; 0: all are shown
};

// As ColumnChange::categories has them. Either may be null: then its shares are 0. The order of an ordinal
// column is that of the first column. Categories that fewer than `least` records have are among the others.
CategoryShares category_shares(const Column* before, const Column* after, bool ordinal,
                               std::size_t least = 1);

// What a code stands for; empty where it has no label.
std::string label_of(const ValueLabels& labels, const std::string& code);

}  // namespace sfumato::profile
