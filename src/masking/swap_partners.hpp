// Who moves with whom: pairs of households of the same sort that live in different places, drawn at random.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/run.hpp"

namespace sfumato::masking {

// What partners are chosen by. Households of one sort can stand in for each other; those without a place
// take no part.
struct Movers {
  std::vector<std::uint32_t> sorts;
  std::vector<std::optional<std::uint32_t>> places;
  std::vector<bool> at_risk;
};

struct SwapPartners {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::size_t at_risk_alone = 0;  // at risk, and nobody of their sort was left in another place
};

// First every household at risk in random order, then others, until `wanted` households have moved or nobody
// is left. A partner is drawn uniformly from those of the same sort and another place who have not moved.
SwapPartners swap_partners(const Movers& movers, std::size_t wanted, const Run& run);

}  // namespace sfumato::masking
