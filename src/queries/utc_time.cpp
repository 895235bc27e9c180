#include "queries/utc_time.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

#include "core/error.hpp"
#include "io/utf8.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t seconds_of_day = 86'400, hour = 3'600;
constexpr std::size_t date_length = 10, time_length = 20;
constexpr std::int64_t longest = 100 * 366 * seconds_of_day;

bool is_decimal(char letter) { return letter >= '0' && letter <= '9'; }

// Does the text have digits where the pattern has 0, and the pattern's letters elsewhere?
bool has_form(std::string_view text, std::string_view pattern) {
  if (text.size() != pattern.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (pattern[i] == '0' ? !is_decimal(text[i]) : text[i] != pattern[i]) return false;
  }
  return true;
}

int number_at(std::string_view text, std::size_t begin, std::size_t length) {
  int number = 0;
  std::from_chars(text.data() + begin, text.data() + begin + length, number);
  return number;
}

// "30d" in seconds; empty if the text has another form.
std::optional<std::int64_t> duration(std::string_view text) {
  if (text.size() < 2 || text.size() > 7) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = text.data() + text.size() - 1;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || !is_decimal(text[0])) return std::nullopt;
  if (*end == 'h') return number * hour;
  if (*end == 'd') return number * seconds_of_day;
  if (*end == 'w') return number * 7 * seconds_of_day;
  return std::nullopt;
}

}  // namespace

std::int64_t utc_now() {
  using namespace std::chrono;
  return floor<seconds>(system_clock::now()).time_since_epoch().count();
}

std::string utc_text(std::int64_t seconds) {
  using namespace std::chrono;
  const sys_seconds time{std::chrono::seconds(seconds)};
  const auto midnight = floor<days>(time);
  const year_month_day date(midnight);
  const hh_mm_ss clock(time - midnight);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return text.data();
}

std::optional<std::int64_t> parse_utc(std::string_view text) {
  using namespace std::chrono;
  const bool has_time = text.size() == time_length;
  if (!has_form(text, has_time ? "0000-00-00T00:00:00Z" : "0000-00-00")) return std::nullopt;
  const year_month_day date(year(number_at(text, 0, 4)), month(static_cast<unsigned>(number_at(text, 5, 2))),
                            std::chrono::day(static_cast<unsigned>(number_at(text, 8, 2))));
  if (!date.ok()) return std::nullopt;
  const std::int64_t start = sys_days(date).time_since_epoch().count() * seconds_of_day;
  if (!has_time) return start;
  const int h = number_at(text, date_length + 1, 2), m = number_at(text, 14, 2), s = number_at(text, 17, 2);
  if (h > 23 || m > 59 || s > 59) return std::nullopt;
  return start + h * hour + m * 60 + s;
}

std::int64_t expiry_of(const std::string& typed, std::int64_t now) {
  std::optional<std::int64_t> end = duration(typed);
  if (end) {
    *end += now;
  } else if (end = parse_utc(typed); end && typed.size() == date_length) {
    *end += seconds_of_day;
  }
  if (!end) {
    bad_param("expires", "parameter 'expires' cannot be '" + io::shown(typed) + "'",
              "write a duration, such as 12h, 30d or 8w, or a date, such as 2030-12-31");
  }
  if (*end <= now || *end > now + longest) {
    bad_param("expires",
              "parameter 'expires' cannot be '" + io::shown(typed) + "': this is " +
                  (*end <= now ? "in the past" : "more than 100 years from now"),
              "choose a time in the next 100 years");
  }
  return *end;
}

}  // namespace sfumato::queries
