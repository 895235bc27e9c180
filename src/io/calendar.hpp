// Dates and times of day of the formats that count them in ticks, as days since 1970 or as ISO text.
#pragma once

#include <cstdint>
#include <string>

namespace sfumato::io {

// Days from 1970-01-01 back to the first days of Stata's and SAS's count, and of SPSS's.
constexpr std::int64_t day_1960_01_01 = -3653;
constexpr std::int64_t day_1582_10_14 = -141428;

// Whether a day since 1970-01-01 lies in the years 1 to 9999.
bool is_calendar_day(std::int64_t day);

// "09:30:00", with as many digits of a second as it needs; `ticks` since midnight.
std::string time_text(std::int64_t ticks, std::int64_t ticks_per_second);

// "2021-03-31T09:30:00" for ticks since 1970-01-01; empty outside the years 1 to 9999.
std::string moment_text(std::int64_t ticks, std::int64_t ticks_per_second);

// "2026-11-15", in universal time.
std::string today();

}  // namespace sfumato::io
