// The regions in which made-up people and companies live.
#pragma once

#include <array>

namespace sfumato::sample {

inline constexpr std::array<const char*, 8> region_names{"North", "North-East", "East", "South-East",
                                                         "South", "South-West", "West", "Centre"};

}  // namespace sfumato::sample
