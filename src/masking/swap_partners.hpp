// Swap partners: random pairs of households of the same sort that live in different places.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/run.hpp"

namespace sfumato::masking {

// The data for the choice of partners. Households of one sort can replace each other; those without a place
// are not swapped.
struct Movers {
  std::vector<std::uint32_t> sorts;
  std::vector<std::optional<std::uint32_t>> places;
  std::vector<bool> at_risk;
};

struct SwapPartners {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::size_t at_risk_alone = 0;  // at risk, without a remaining household of their sort in another place
};

// First every household at risk in random order, then others, until `wanted` households are swapped or none
// is left. A partner is drawn uniformly from those of the same sort and another place that are not swapped
// yet.
SwapPartners swap_partners(const Movers& movers, std::size_t wanted, const Run& run);

}  // namespace sfumato::masking
