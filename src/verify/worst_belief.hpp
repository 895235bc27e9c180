// (c,k)-safety of written classes: the most that an intruder with k implications can believe in a person's
// value. It is computed separately here, so that verification stays independent of the methods.
#pragma once

#include <cstddef>
#include <vector>

namespace sfumato::verify {

// `classes` are counts of the values in each class. An implication says "if this person has this value, that
// person has that one". 0 where no class has a value.
double worst_belief(const std::vector<std::vector<double>>& classes, std::size_t implications);

}  // namespace sfumato::verify
