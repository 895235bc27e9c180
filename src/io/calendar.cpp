// Ticks as ISO 8601 text, with integer arithmetic alone.
#include "io/calendar.hpp"

#include <chrono>
#include <cstdio>

#include "core/column.hpp"

namespace sfumato::io {

bool is_calendar_day(std::int64_t day) {
  constexpr std::int64_t first = -719162;  // 0001-01-01
  constexpr std::int64_t last = 2932896;   // 9999-12-31
  return day >= first && day <= last;
}

std::string time_text(std::int64_t ticks, std::int64_t ticks_per_second) {
  const std::int64_t seconds = ticks / ticks_per_second;
  std::int64_t fraction = ticks % ticks_per_second;
  char buffer[80];
  std::snprintf(buffer, sizeof buffer, "%02d:%02d:%02d", static_cast<int>(seconds / 3600),
                static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
  std::string text = buffer;
  if (fraction == 0) return text;
  text += '.';
  for (std::int64_t place = ticks_per_second / 10; fraction > 0 && place > 0; place /= 10) {
    text += static_cast<char>('0' + fraction / place);
    fraction %= place;
  }
  return text;
}

std::string moment_text(std::int64_t ticks, std::int64_t ticks_per_second) {
  const std::int64_t ticks_per_day = 86400 * ticks_per_second;
  const std::int64_t rest = ticks % ticks_per_day;
  const std::int64_t of_day = rest < 0 ? rest + ticks_per_day : rest;
  const std::int64_t day = ticks / ticks_per_day - (rest < 0 ? 1 : 0);
  if (!is_calendar_day(day)) return {};
  return date_text(static_cast<std::int32_t>(day)) + "T" + time_text(of_day, ticks_per_second);
}

std::string today() {
  const std::chrono::year_month_day day{
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  return date_text(static_cast<std::int32_t>(std::chrono::sys_days(day).time_since_epoch().count()));
}

}  // namespace sfumato::io
