// Times of logs and tokens: seconds since 1970-01-01 in UTC, and their text of ISO 8601. A clock is a
// parameter where time decides something, so that tests need not wait.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sfumato::queries {

using UtcClock = std::function<std::int64_t()>;
std::int64_t utc_now();

// "2026-01-31T12:00:00Z".
std::string utc_text(std::int64_t seconds);
// Such a text, or a date, "2026-01-31", which means its first second; empty for any other text.
std::optional<std::int64_t> parse_utc(std::string_view text);

// When a token expires: "30d", "12h" or "8w" from `now`; a date, at the end of that day in UTC; or a time. An
// error about the parameter `expires` if it is none of these, or not after `now`.
std::int64_t expiry_of(const std::string& typed, std::int64_t now);

}  // namespace sfumato::queries
