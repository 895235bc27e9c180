// Ticks as ISO 8601 text, with integer arithmetic alone.
#include "io/calendar.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "core/error.hpp"

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

std::optional<Timestamps> timestamps_from(const Integers& raw, std::int64_t ticks_per_second,
                                          const std::string& zone, std::size_t& wrong) {
  Timestamps times{{}, ticks_per_second, zone, {}};
  times.form.zone = zone_designator(zone);
  times.form.time = !zone.empty();
  times.ticks.assign(raw.values.size(), Timestamps::missing);
  for (std::size_t row = 0; row < raw.values.size(); ++row) {
    if (!raw.missing.empty() && raw.missing[row] != 0) continue;
    wrong = row;
    if (raw.values[row] == Timestamps::missing || !is_calendar_time(times, raw.values[row]))
      return std::nullopt;
    times.ticks[row] = raw.values[row];
    times.form.time = times.form.time || raw.values[row] % times.per_day() != 0;
  }
  return times;
}

std::optional<Timestamps> timestamps_of(const Codes& texts, const std::optional<DateOrder>& order,
                                        const std::vector<std::string>& missing) {
  std::vector<char> used(texts.labels.size(), 0);
  for (const std::int32_t code : texts.codes) {
    if (code != Codes::missing) used[static_cast<std::size_t>(code)] = 1;
  }
  TimestampForms forms = order ? TimestampForms(*order) : TimestampForms();
  for (std::size_t label = 0; label < used.size(); ++label) {
    if (std::find(missing.begin(), missing.end(), texts.labels[label]) != missing.end()) used[label] = 0;
    if (used[label] != 0) forms.add(texts.labels[label]);
  }
  std::optional<Timestamps> result = forms.form(!order);
  if (!result || (!order && !result->form.date.is_iso())) return std::nullopt;
  std::vector<std::int64_t> values(used.size(), Timestamps::missing);
  for (std::size_t label = 0; label < used.size(); ++label) {
    if (used[label] != 0 && !parse_timestamp(texts.labels[label], *result, values[label], !order)) {
      return std::nullopt;
    }
  }
  for (const std::int32_t code : texts.codes) {
    result->ticks.push_back(code == Codes::missing ? Timestamps::missing
                                                   : values[static_cast<std::size_t>(code)]);
  }
  return result;
}

namespace {

// Labels in the order of time.
Codes moment_texts(const Timestamps& times) {
  std::map<std::int64_t, std::int32_t> places;
  for (const std::int64_t value : times.ticks) {
    if (value != Timestamps::missing) places.emplace(value, 0);
  }
  Codes codes;
  for (auto& [value, place] : places) {
    place = static_cast<std::int32_t>(codes.labels.size());
    codes.labels.push_back(times.text(value));
  }
  for (const std::int64_t value : times.ticks) {
    codes.codes.push_back(value == Timestamps::missing ? Codes::missing : places.at(value));
  }
  return codes;
}

bool is_held(const Timestamps& times, std::int64_t first_day) {
  if (!times.zone.empty()) return false;
  const std::int64_t finest = times.per_second > 1000 ? times.per_second / 1000 : 1;
  return std::all_of(times.ticks.begin(), times.ticks.end(), [&](std::int64_t value) {
    return value == Timestamps::missing ||
           (value % finest == 0 && times.day(value) >= first_day && is_calendar_time(times, value));
  });
}

}  // namespace

Table with_held_moments(const Table& table, std::int64_t first_day) {
  Table result = table;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const Timestamps* times = table.column(id).get_if<Timestamps>();
    if (times == nullptr) continue;
    if (!times->form.time) {
      Dates dates;
      for (const std::int64_t value : times->ticks) {
        dates.days.push_back(value == Timestamps::missing ? Dates::missing : times->day(value));
      }
      result.replace(id, std::move(dates));
    } else if (!is_held(*times, first_day)) {
      result.replace(id, moment_texts(*times));
    }
  }
  return result;
}

void require_microseconds(const Timestamps& times, std::size_t row, const std::string& system) {
  if (times.per_second <= 1'000'000 || times.ticks[row] % 1000 == 0) return;
  bad_input("a moment in row " + std::to_string(row + 1) + " is finer than the microseconds of " + system,
            "round the column, or write .parquet or .csv, which hold nanoseconds");
}

std::string today() {
  const std::chrono::year_month_day day{
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
  return date_text(static_cast<std::int32_t>(std::chrono::sys_days(day).time_since_epoch().count()));
}

}  // namespace sfumato::io
