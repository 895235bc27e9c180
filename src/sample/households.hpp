// Ages, sexes and marital statuses of the members of one made-up household, drawn together so that they are
// consistent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rng.hpp"

namespace sfumato::sample {

inline constexpr std::int32_t female = 0;
inline constexpr std::int32_t male = 1;

inline constexpr std::int32_t single = 0;
inline constexpr std::int32_t married = 1;
inline constexpr std::int32_t divorced = 2;
inline constexpr std::int32_t widowed = 3;

inline constexpr std::int64_t adult_age = 18;
inline constexpr std::int64_t oldest = 105;

struct Member {
  std::int64_t age = 0;
  std::int32_t sex = female;
  std::int32_t marital_status = single;
};

// 1 to `most` members, adults before children, parents before grown children. At most two are married,
// and two only as a couple; a parent is at least 18 years older than each child in the household. A person
// under 18 lives with a parent and is single, except one girl of 17 in about seventy, who is widowed.
std::vector<Member> draw_household(std::size_t most, Rng& rng);

}  // namespace sfumato::sample
