// Dates and times of day of the formats that count them in ticks, as days since 1970, as columns of moments
// or as ISO text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/table.hpp"

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

// A column of these ticks, with missing marks as Integers have them. Midnights without a zone are written as
// dates. Nothing where row `wrong` lies outside the years 1 to 9999.
std::optional<Timestamps> timestamps_from(const Integers& raw, std::int64_t ticks_per_second,
                                          const std::string& zone, std::size_t& wrong);

// Texts that all are moments of one form: with dates as 2021-03-31, or in the declared order. Labels among
// `missing` stand for none.
std::optional<Timestamps> timestamps_of(const Codes& texts,
                                        const std::optional<DateOrder>& order = std::nullopt,
                                        const std::vector<std::string>& missing = {});

// What a format can hold of moments: milliseconds without a zone, from a first day on.
// Moments that it cannot hold become texts, and midnights dates.
Table with_held_moments(const Table& table, std::int64_t first_day);

// Ends with an error where a moment is finer than the microseconds that `system` can hold.
void require_microseconds(const Timestamps& times, std::size_t row, const std::string& system);

// "2026-11-15", in universal time.
std::string today();

}  // namespace sfumato::io
