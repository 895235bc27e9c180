// A partition of records into groups, as microaggregation makes it and group means use it.
#pragma once

#include <cstdint>
#include <vector>

namespace sfumato::stats {

struct Grouping {
  // Members of each group, ascending.
  std::vector<std::vector<std::uint32_t>> groups;
};

}  // namespace sfumato::stats
