// How far from a target still counts as at the target, as people write it. The command line and plans
// understand the same texts, so that they are read in one place.
#pragma once

#include <optional>
#include <string>

namespace sfumato::compare {

// The tolerance relative to the target, above 0 and at most 1. 0.01, 1 and 1% all mean one percent: below 1 a
// share, from 1 on percent. None for any other text.
std::optional<double> parse_tolerance(const std::string& typed);

inline constexpr const char* tolerance_hint = "write a share such as 0.01, or percent such as 1%";

}  // namespace sfumato::compare
