// Texts are cut into a date, a clock and a zone; all arithmetic is in whole ticks.
#include "core/timestamp.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/column.hpp"
#include "core/number_text.hpp"

namespace sfumato {
namespace {

constexpr std::int64_t first_day = -719162;  // 0001-01-01
constexpr std::int64_t last_day = 2932896;   // 9999-12-31
constexpr std::size_t most_digits = 9;

struct ClockParts {
  std::string_view date, hour, fraction, zone;
  char between = ' ';
  bool seconds = false;
  std::int64_t second_of_day = 0;
};

bool take_digits(std::string_view& text, std::size_t fewest, std::size_t most, std::string_view& digits) {
  std::size_t count = 0;
  while (count < text.size() && count < most && is_digit(text[count])) ++count;
  if (count < fewest) return false;
  digits = text.substr(0, count);
  text.remove_prefix(count);
  return true;
}

bool take(std::string_view& text, char letter) {
  if (text.empty() || text.front() != letter) return false;
  text.remove_prefix(1);
  return true;
}

std::int64_t number_of(std::string_view digits) {
  std::int64_t value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return value;
}

// "", "Z", "+01:00", "+0100", "+01".
bool is_zone(std::string_view text) {
  if (text.empty() || text == "Z") return true;
  if (text.front() != '+' && text.front() != '-') return false;
  text.remove_prefix(1);
  std::string_view hours, minutes;
  if (!take_digits(text, 2, 2, hours)) return false;
  if (!text.empty() && text.front() == ':' && text.size() != 3) return false;
  take(text, ':');
  if (!text.empty() && !take_digits(text, 2, 2, minutes)) return false;
  return text.empty() && number_of(hours) <= 18 && number_of(minutes) < 60;
}

std::optional<ClockParts> clock_parts(std::string_view text) {
  ClockParts parts;
  const std::size_t end = text.find_first_of(" T");
  if (end == std::string_view::npos || end < 8 || end > 10) return std::nullopt;
  parts.date = text.substr(0, end);
  parts.between = text[end];
  text.remove_prefix(end + 1);
  std::string_view minute, second;
  if (!take_digits(text, 1, 2, parts.hour) || !take(text, ':') || !take_digits(text, 2, 2, minute)) {
    return std::nullopt;
  }
  if (take(text, ':')) {
    parts.seconds = true;
    if (!take_digits(text, 2, 2, second)) return std::nullopt;
    if (take(text, '.') && !take_digits(text, 1, most_digits, parts.fraction)) return std::nullopt;
  }
  parts.zone = text;
  const std::int64_t hours = number_of(parts.hour), minutes = number_of(minute), seconds = number_of(second);
  if (hours > 23 || minutes > 59 || seconds > 59 || !is_zone(parts.zone)) return std::nullopt;
  parts.second_of_day = 3600 * hours + 60 * minutes + seconds;
  return parts;
}

bool fits(const ClockParts& parts, const TimestampForm& form) {
  if (parts.between != form.between || parts.seconds != form.seconds || parts.zone != form.zone) return false;
  const std::size_t digits = parts.fraction.size();
  const auto most = static_cast<std::size_t>(form.digits);
  switch (form.fraction) {
    case Fraction::fixed:
      return digits == most;
    case Fraction::none_at_zero:
      return digits == 0 || (digits == most && number_of(parts.fraction) != 0);
    case Fraction::shortest:
      return digits == 0 || (digits <= most && parts.fraction.back() != '0');
  }
  return false;
}

bool hour_fits(std::string_view hour, bool padded) {
  return padded ? hour.size() == 2 : hour.size() == 1 || hour.front() != '0';
}

// The ticks of a fraction of a second; nothing where the unit is too coarse for it.
std::optional<std::int64_t> fraction_ticks(std::string_view digits, std::int64_t per_second) {
  std::int64_t result = 0, place = per_second;
  for (const char digit : digits) {
    place /= 10;
    if (place == 0 && digit != '0') return std::nullopt;
    result += (digit - '0') * place;
  }
  return result;
}

bool composed(std::int64_t day, const ClockParts& parts, const Timestamps& like, std::int64_t offset,
              std::int64_t& value) {
  const std::optional<std::int64_t> fraction = fraction_ticks(parts.fraction, like.per_second);
  if (!fraction) return false;
  const std::int64_t seconds = day * 86400 + parts.second_of_day - offset;
  std::int64_t ticks = 0;
  if (__builtin_mul_overflow(seconds, like.per_second, &ticks)) return false;
  if (__builtin_add_overflow(ticks, *fraction, &ticks) || ticks == Timestamps::missing) return false;
  value = ticks;
  return true;
}

void append_digits(std::string& text, std::int64_t number, int digits) {
  std::string reversed;
  for (int i = 0; i < digits; ++i, number /= 10) reversed += static_cast<char>('0' + number % 10);
  text.append(reversed.rbegin(), reversed.rend());
}

void append_fraction(std::string& text, std::int64_t ticks, const Timestamps& like) {
  const TimestampForm& form = like.form;
  if (form.fraction != Fraction::fixed && ticks == 0) return;
  if (form.fraction == Fraction::fixed && form.digits == 0) return;
  text += '.';
  std::int64_t place = like.per_second;
  for (int digit = 0; digit < form.digits; ++digit) {
    if (form.fraction == Fraction::shortest && ticks == 0) return;
    place /= 10;
    text += static_cast<char>('0' + (place == 0 ? 0 : ticks / place));
    if (place != 0) ticks %= place;
  }
}

// Ticks between the moments that a form can write.
std::int64_t step_of(const Timestamps& like) {
  if (!like.form.time) return like.per_day();
  if (!like.form.seconds) return 60 * like.per_second;
  std::int64_t step = like.per_second;
  for (int digit = 0; digit < like.form.digits && step >= 10; ++digit) step /= 10;
  return step;
}

}  // namespace

std::int64_t zone_offset(std::string_view zone) {
  if (zone.size() < 3 || !is_zone(zone)) return 0;
  const std::int64_t hours = number_of(zone.substr(1, 2));
  const std::int64_t minutes = zone.size() > 3 ? number_of(zone.substr(zone.size() - 2)) : 0;
  return (zone.front() == '-' ? -1 : 1) * (3600 * hours + 60 * minutes);
}

std::string zone_designator(std::string_view zone) {
  if (zone.empty()) return {};
  return zone_offset(zone) == 0 ? "Z" : std::string(zone);
}

std::int64_t Timestamps::clock(std::int64_t value) const {
  if (zone.empty()) return value;
  std::int64_t moved = 0;
  return __builtin_add_overflow(value, zone_offset(zone) * per_second, &moved) ? value : moved;
}

std::int32_t Timestamps::day(std::int64_t value) const {
  const std::int64_t at = clock(value), rest = at % per_day();
  const std::int64_t whole = at / per_day() - (rest < 0 ? 1 : 0);
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(
      whole, std::numeric_limits<std::int32_t>::min() + 1, std::numeric_limits<std::int32_t>::max()));
}

std::int64_t Timestamps::time_of_day(std::int64_t value) const {
  const std::int64_t rest = clock(value) % per_day();
  return rest < 0 ? rest + per_day() : rest;
}

double Timestamps::days(std::int64_t value) const {
  return day(value) + static_cast<double>(time_of_day(value)) / static_cast<double>(per_day());
}

std::int64_t Timestamps::value_at(double days) const {
  const double whole = std::floor(days), steps = static_cast<double>(per_day() / step_of(*this));
  const auto within = static_cast<std::int64_t>(std::nearbyint((days - whole) * steps)) * step_of(*this);
  // A unit of nanoseconds cannot count every year.
  const double most = 9.2e18 / static_cast<double>(per_day());
  const auto start = static_cast<std::int64_t>(std::clamp(whole, -most, most)) * per_day();
  return start + within - zone_offset(zone) * per_second;
}

std::string Timestamps::text(std::int64_t value, const DateForm& date) const {
  std::string result = date_text(day(value), date);
  if (!form.time) return result;
  const std::int64_t at = time_of_day(value), seconds = at / per_second;
  result += form.between;
  append_digits(result, seconds / 3600, form.padded_hour || seconds >= 36000 ? 2 : 1);
  result += ':';
  append_digits(result, seconds / 60 % 60, 2);
  if (form.seconds) {
    result += ':';
    append_digits(result, seconds % 60, 2);
    append_fraction(result, at % per_second, *this);
  }
  return result += form.zone;
}

std::string Timestamps::text(std::int64_t value) const { return text(value, DateForm{}); }

bool parse_timestamp(std::string_view text, const Timestamps& like, std::int64_t& value, bool strict) {
  std::int32_t day = 0;
  if (!like.form.time) {
    return parse_date(text, like.form.date, day, strict) &&
           composed(day, ClockParts{}, like, zone_offset(like.zone), value);
  }
  const std::optional<ClockParts> parts = clock_parts(text);
  if (!parts || !fits(*parts, like.form) || !parse_date(parts->date, like.form.date, day, strict))
    return false;
  if (strict && !hour_fits(parts->hour, like.form.padded_hour)) return false;
  return composed(day, *parts, like, zone_offset(like.zone), value);
}

bool parse_any_timestamp(std::string_view text, const Timestamps& like, std::int64_t& value) {
  if (parse_timestamp(text, like, value, false)) return true;
  std::int32_t day = 0;
  if (parse_date(text, day) || parse_date(text, like.form.date, day, false)) {
    return composed(day, ClockParts{}, like, zone_offset(like.zone), value);
  }
  const std::optional<ClockParts> parts = clock_parts(text);
  if (!parts || (!parse_date(parts->date, day) && !parse_date(parts->date, like.form.date, day, false))) {
    return false;
  }
  if (!parts->zone.empty() && like.zone.empty()) return false;
  return composed(day, *parts, like, zone_offset(parts->zone.empty() ? like.zone : parts->zone), value);
}

bool is_calendar_time(const Timestamps& like, std::int64_t value) {
  const std::int64_t day = like.day(value);
  return day >= first_day && day <= last_day;
}

void TimestampForms::add(std::string_view text) {
  ++count_;
  if (failed_) return;
  const std::optional<ClockParts> parts = clock_parts(text);
  if (!parts ||
      (between_ != 0 && (parts->between != between_ || parts->seconds != seconds_ || parts->zone != zone_))) {
    failed_ = true;
    return;
  }
  between_ = parts->between;
  seconds_ = parts->seconds;
  zone_ = parts->zone;
  std::int32_t day = 0;
  iso_ = iso_ && parse_date(parts->date, day);
  dates_.add(parts->date);
  failed_ = !iso_ && dates_.none();
  padded_ = padded_ && hour_fits(parts->hour, true);
  bare_ = bare_ && hour_fits(parts->hour, false);
  const std::size_t digits = parts->fraction.size();
  fewest_ = std::min(fewest_, digits);
  most_ = std::max(most_, digits);
  if (digits == 0) return;
  fewest_some_ = std::min(fewest_some_, digits);
  zeros_ = zeros_ || number_of(parts->fraction) == 0;
  trailing_ = trailing_ || parts->fraction.back() == '0';
}

std::optional<Timestamps> TimestampForms::form(bool strict) const {
  if (none() || ambiguous() || (strict && !padded_ && !bare_)) return std::nullopt;
  const std::optional<DateForm> date = iso_     ? std::optional(DateForm{})
                                       : strict ? dates_.form()
                                                : dates_.loose_form();
  if (!date) return std::nullopt;
  Timestamps result;
  result.form = {.date = *date,
                 .between = between_,
                 .padded_hour = padded_ || !bare_,
                 .seconds = seconds_,
                 .fraction = Fraction::fixed,
                 .digits = static_cast<int>(most_),
                 .zone = zone_};
  // Programs that write six digits often write none where all are 0, which is rare.
  const bool unseen = most_ == 6 && !zeros_;
  if (fewest_ != most_ || unseen) {
    if (fewest_some_ == most_ && !zeros_) {
      result.form.fraction = Fraction::none_at_zero;
    } else if (!trailing_) {
      result.form.fraction = Fraction::shortest;
      result.form.digits = most_ > 6 ? 9 : 6;
    } else {
      return std::nullopt;
    }
  }
  result.per_second = most_ > 6 ? 1'000'000'000 : 1'000'000;
  if (!zone_.empty()) {
    const std::int64_t offset = zone_offset(zone_);
    const std::int64_t minutes = std::abs(offset) / 60;
    std::string zone(1, offset < 0 ? '-' : '+');
    append_digits(zone, minutes / 60, 2);
    zone += ':';
    append_digits(zone, minutes % 60, 2);
    result.zone = offset == 0 ? "UTC" : zone;
  }
  return result;
}

}  // namespace sfumato
