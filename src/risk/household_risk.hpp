// The risk of households: that some member of the household of a record is re-identified.
#pragma once

#include <vector>

#include "stats/classes/key_classes.hpp"

namespace sfumato::risk {

// For each record 1 − ∏ (1 − r) over the members of its household, as if members were found independently. A
// record without a household is one by itself.
std::vector<double> household_risks(const stats::KeyColumn& household, const std::vector<double>& risks);

}  // namespace sfumato::risk
