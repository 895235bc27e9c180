// Moments: a day and a time of day, with or without a time zone. They are counted in whole units that lose
// nothing of what was read, and are written back in the form in which they were read.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/date_form.hpp"

namespace sfumato {

// How many digits of a second are written: always as many, none where they are all 0, or as many as needed.
enum class Fraction { fixed, none_at_zero, shortest };

// "2021-03-31T14:05:00.5" by default.
struct TimestampForm {
  DateForm date = {};
  bool time = true;         // false: midnights, of which the date alone is written
  char between = 'T';       // or a space
  bool padded_hour = true;  // 09:30; otherwise 9:30
  bool seconds = true;
  Fraction fraction = Fraction::shortest;
  int digits = 9;      // of a fraction, at most
  std::string zone{};  // as written: "Z", "+01:00", "+0100", "+01"; empty: none
  bool operator==(const TimestampForm&) const = default;
};

struct Timestamps {
  static constexpr std::int64_t missing = std::numeric_limits<std::int64_t>::min();
  // Since 1970-01-01 00:00:00: in universal time where there is a zone, else on the clock that was read.
  std::vector<std::int64_t> ticks{};
  std::int64_t per_second = 1'000'000;  // 1, 1000, 10^6 or 10^9
  std::string zone{};                   // "UTC", "+01:00", "Europe/Madrid"; empty: none
  TimestampForm form{};
  // The form does not count: it is how values are written.
  bool operator==(const Timestamps& other) const {
    return ticks == other.ticks && per_second == other.per_second && zone == other.zone;
  }

  // No values, but everything else.
  Timestamps outline() const { return {{}, per_second, zone, form}; }
  std::int64_t per_day() const { return 86400 * per_second; }
  // Of a value that is not missing, on the clock of a zone such as +01:00. Of a named zone other than UTC the
  // rules are not known, and its days and hours are those of universal time.
  std::int64_t clock(std::int64_t value) const;
  std::int32_t day(std::int64_t value) const;          // since 1970-01-01
  std::int64_t time_of_day(std::int64_t value) const;  // ticks since midnight
  double days(std::int64_t value) const;               // with a fraction; on the clock
  // The nearest value that can be written in the form, from days on the clock.
  std::int64_t value_at(double days) const;
  std::string text(std::int64_t value) const;  // in its form, with the date as 2021-03-31
  std::string text(std::int64_t value, const DateForm& date) const;
};

// Seconds that a zone such as +01:00 is ahead of universal time; 0 for UTC and for named zones.
std::int64_t zone_offset(std::string_view zone);
// What is written behind a time of this zone: "", "Z" or "+01:00".
std::string zone_designator(std::string_view zone);

// The value of a text in the form of `like`; false for another form, for a moment that does not exist, and
// beyond what its unit can count. A strict reading takes only what would be written again; the other takes
// days, months and hours with a zero in front or not.
bool parse_timestamp(std::string_view text, const Timestamps& like, std::int64_t& value, bool strict = true);

// A text in the form of `like`, in ISO 8601 to any precision, or a date alone, which is its midnight.
bool parse_any_timestamp(std::string_view text, const Timestamps& like, std::int64_t& value);

// Years 1 to 9999.
bool is_calendar_time(const Timestamps& like, std::int64_t value);

// The forms in which all of several texts can be written: built text by text.
class TimestampForms {
 public:
  TimestampForms() = default;
  explicit TimestampForms(DateOrder order) : dates_(order) {}

  void add(std::string_view text);

  std::size_t count() const { return count_; }
  bool none() const { return count_ == 0 || failed_ || (!iso_ && dates_.none()); }
  // Does every text fit two orders of day and month?
  bool ambiguous() const { return !none() && !iso_ && dates_.ambiguous(); }
  const DateForms& dates() const { return dates_; }
  // A column without values in the one form of all texts; nothing where there is none, or two.
  std::optional<Timestamps> form(bool strict = true) const;

 private:
  std::size_t count_ = 0;
  bool failed_ = false;
  bool iso_ = true;  // all dates are written as 2021-03-31
  DateForms dates_;
  char between_ = 0;
  bool seconds_ = false;
  bool padded_ = true, bare_ = true;  // hours
  std::string zone_;
  std::size_t fewest_ = 99, most_ = 0, fewest_some_ = 99;  // digits of a second; of those with any
  bool zeros_ = false;                                     // some fraction is written and is 0
  bool trailing_ = false;                                  // some fraction ends in 0
};

}  // namespace sfumato
