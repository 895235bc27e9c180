// From stored doubles and display formats to integers, numbers and dates. Times are converted through
// microseconds, which the doubles of all three packages can represent.
#include "io/formats/read_variable.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/error.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::int64_t microseconds_per_day = 86400LL * 1000000;

std::string letters(std::string_view format) {
  std::string result;
  for (const char c : format) {
    const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (upper < 'A' || upper > 'Z') break;
    result += upper;
  }
  return result;
}

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Digits after a point that are not all zeros.
bool shows_decimals(std::string_view format) {
  const std::size_t point = format.find('.');
  return point != std::string_view::npos &&
         format.find_first_of("123456789", point) != std::string_view::npos;
}

Shown spss_format(const std::string& format) {
  constexpr std::array<std::string_view, 8> days = {"DATE",  "ADATE", "EDATE", "SDATE",
                                                    "JDATE", "MOYR",  "QYR",   "WKYR"};
  constexpr std::array<std::string_view, 2> moments = {"DATETIME", "YMDHMS"};
  constexpr std::array<std::string_view, 6> plain = {"F", "COMMA", "DOT", "N", "DOLLAR", "PCT"};
  const std::string name = letters(format);
  if (is_one_of(name, days)) return Shown::day;
  if (is_one_of(name, moments)) return Shown::moment;
  return is_one_of(name, plain) && !shows_decimals(format) ? Shown::whole_number : Shown::number;
}

// %td, %d, %tc, %tC, %12.0f; a '-' or '0' may follow the percent sign.
Shown stata_format(std::string_view format) {
  if (format.starts_with('%')) format.remove_prefix(1);
  while (format.starts_with('-') || format.starts_with('0')) format.remove_prefix(1);
  if (format.starts_with("td") || format.starts_with('d')) return Shown::day;
  if (format.starts_with("tc") || format.starts_with("tC")) return Shown::moment;
  const bool fixed = format.find_last_of("fF") != std::string_view::npos && !format.starts_with('t');
  return fixed && !shows_decimals(format) ? Shown::whole_number : Shown::number;
}

Shown sas_format(const std::string& format) {
  constexpr std::array<std::string_view, 13> days = {"DATE",     "YYMMDD", "YYMMDDD", "YYMMDDN", "YYMMDDP",
                                                     "YYMMDDS",  "MMDDYY", "DDMMYY",  "MONYY",   "WEEKDATE",
                                                     "WORDDATE", "YYMON",  "JULIAN"};
  constexpr std::array<std::string_view, 2> moments = {"DATETIME", "DATEAMPM"};
  const std::string name = letters(format);
  if (is_one_of(name, days) || format.starts_with("E8601DA") || format.starts_with("B8601DA")) {
    return Shown::day;
  }
  if (is_one_of(name, moments) || format.starts_with("E8601DT") || format.starts_with("B8601DT")) {
    return Shown::moment;
  }
  return shows_decimals(format) ? Shown::number : Shown::whole_number;
}

[[noreturn]] void refuse(const ReadVariable& variable, const std::string& source, std::size_t row,
                         const std::string& what) {
  bad_input(
      source + ", column '" + shown(variable.info.name) + "', row " + std::to_string(row + 1) + ": " + what,
      "correct it in the program that made the file");
}

// Microseconds since 1970 of a stored value.
double microseconds(double value, Shown meaning, Package package) {
  if (package == Package::spss) return value * 1e6 + static_cast<double>(day_1582_10_14) * 86400e6;
  const double origin = static_cast<double>(day_1960_01_01) * 86400e6;
  if (meaning == Shown::day) return value * 86400e6 + origin;
  return value * (package == Package::stata ? 1e3 : 1e6) + origin;
}

// Seconds since 1582 are doubles that miss a whole millisecond by two microseconds at most.
std::int64_t to_millisecond(std::int64_t microseconds) {
  const std::int64_t rest = ((microseconds % 1000) + 1000) % 1000;
  if (rest <= 2) return microseconds - rest;
  return rest >= 998 ? microseconds + 1000 - rest : microseconds;
}

Column dates_or_moments(const ReadVariable& variable, Shown meaning, Package package,
                        const std::string& source) {
  constexpr double far = 9e17;  // beyond the year 9999, well within 64 bits
  std::vector<std::int64_t> times;
  times.reserve(variable.numbers.size());
  bool days_only = true;
  for (std::size_t row = 0; row < variable.numbers.size(); ++row) {
    const double time = microseconds(variable.numbers[row], meaning, package);
    const bool missing = std::isnan(time);
    if (!missing && std::fabs(time) > far)
      refuse(variable, source, row, "a date outside the years 1 to 9999");
    times.push_back(missing ? 0 : to_millisecond(std::llround(time)));
    days_only = days_only && times.back() % microseconds_per_day == 0;
  }
  Dates dates;
  Timestamps moments;
  for (std::size_t row = 0; row < times.size(); ++row) {
    const bool missing = std::isnan(variable.numbers[row]);
    if (!missing && !is_calendar_time(moments, times[row])) {
      refuse(variable, source, row, "a date outside the years 1 to 9999");
    }
    if (days_only) {
      const std::int64_t day = times[row] / microseconds_per_day;
      dates.days.push_back(missing ? Dates::missing : static_cast<std::int32_t>(day));
    } else {
      moments.ticks.push_back(missing ? Timestamps::missing : times[row]);
    }
  }
  if (days_only) return dates;
  if (std::all_of(moments.ticks.begin(), moments.ticks.end(),
                  [](std::int64_t value) { return value == Timestamps::missing || value % 1000 == 0; })) {
    moments.per_second = 1000;
    for (std::int64_t& value : moments.ticks) value = value == Timestamps::missing ? value : value / 1000;
  }
  return moments;
}

bool all_whole(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) {
    return std::isnan(number) || (number == std::trunc(number) && std::fabs(number) <= largest_exact_number &&
                                  !(number == 0.0 && std::signbit(number)));
  });
}

Column whole_numbers(const Numbers& numbers) {
  Integers integers;
  integers.values.reserve(numbers.size());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const bool missing = std::isnan(numbers[row]);
    if (missing && integers.missing.empty()) integers.missing.resize(numbers.size());
    if (missing) integers.missing[row] = 1;
    integers.values.push_back(missing ? 0 : static_cast<std::int64_t>(numbers[row]));
  }
  return integers;
}

Column number_column(ReadVariable& variable, Package package, const std::string& source) {
  const Shown meaning = shown_as(variable.format, package);
  if (meaning == Shown::day || meaning == Shown::moment) {
    return dates_or_moments(variable, meaning, package, source);
  }
  for (std::size_t row = 0; row < variable.numbers.size(); ++row) {
    if (std::isinf(variable.numbers[row])) refuse(variable, source, row, "an infinite value");
  }
  const bool whole = variable.stored_integers || meaning == Shown::whole_number;
  if (whole && all_whole(variable.numbers)) return whole_numbers(variable.numbers);
  return std::move(variable.numbers);
}

bool every_value_has_a_label(const Column& column, const ValueLabels& labels) {
  std::set<std::string_view> labelled;
  for (const auto& entry : labels) labelled.insert(entry.first);
  std::set<double> checked;
  for (const double number : column.to_numbers()) {
    if (std::isnan(number) || !checked.insert(number).second) continue;
    if (!labelled.contains(shortest(number))) return false;
  }
  return true;
}

}  // namespace

Shown shown_as(const std::string& format, Package package) {
  switch (package) {
    case Package::spss:
      return spss_format(format);
    case Package::stata:
      return stata_format(format);
    default:
      return sas_format(format);
  }
}

Column finished_column(ReadVariable& variable, const std::map<std::string, ValueLabels>& label_sets,
                       Package package, const std::string& source) {
  Column column = variable.text ? Column(variable.texts.take()) : number_column(variable, package, source);
  ColumnInfo& info = variable.info;
  info.kind = column.is_text() ? Kind::nominal : Kind::numeric;
  if (column.is_calendar()) info.kind = Kind::ordinal;
  info.missing.assign(variable.missing_seen.begin(), variable.missing_seen.end());
  const auto labels = label_sets.find(variable.label_set);
  if (labels != label_sets.end()) info.value_labels = labels->second;
  const bool plain_numbers = !column.is_text() && !column.is_calendar();
  if (plain_numbers && !info.value_labels.empty() && every_value_has_a_label(column, info.value_labels)) {
    info.kind = Kind::nominal;
  }
  if (plain_numbers && variable.declared_kind) info.kind = *variable.declared_kind;
  return column;
}

}  // namespace sfumato::io
