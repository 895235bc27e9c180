// What searches among points return: a row and how far it is. One definition for all of them.
#pragma once

#include <cstdint>

namespace sfumato::stats {

// A row and its squared distance from the query.
struct FoundRow {
  double squared;
  std::uint32_t row;
};

}  // namespace sfumato::stats
