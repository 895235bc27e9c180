// Calendar steps and ages: every leaf is read as a day, and the labels above it are computed from the day.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/column.hpp"
#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "masking/hierarchy_builder.hpp"

namespace sfumato::masking {
namespace {

using CalendarDay = std::chrono::year_month_day;

CalendarDay calendar_day(std::int32_t day) { return std::chrono::sys_days{std::chrono::days{day}}; }

// ISO 8601: a week begins on Monday and belongs to the year of its Thursday.
struct Week {
  int year = 0;
  int number = 0;
};
Week week_of(std::int32_t day) {
  const std::int32_t from_monday = ((day + 3) % 7 + 7) % 7;  // day 0 is a Thursday
  const std::int32_t thursday = day - from_monday + 3;
  const std::chrono::year year = calendar_day(thursday).year();
  const auto first = std::chrono::sys_days{year / std::chrono::January / 1}.time_since_epoch().count();
  return {static_cast<int>(year), static_cast<int>((thursday - first) / 7 + 1)};
}

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }
std::string four_digits(int year) {
  const std::string digits = std::to_string(year);
  return std::string(4 - std::min<std::size_t>(4, digits.size()), '0') + digits;
}

// The hour of a moment on a clock of 24 hours; none where it has none, or one that does not exist.
std::optional<int> hour_of(const Moment& moment) {
  const std::size_t colon = moment.time.find(':');
  if (moment.time.empty() || colon == std::string_view::npos) return std::nullopt;
  int hour = 0;
  for (const char digit : moment.time.substr(1, colon - 1)) hour = 10 * hour + (digit - '0');
  const bool evening = moment.time.find_first_of("Pp") != std::string_view::npos;
  if (!evening && moment.time.find_first_of("Aa") == std::string_view::npos) {
    return hour < 24 ? std::optional(hour) : std::nullopt;
  }
  if (hour < 1 || hour > 12) return std::nullopt;
  return hour % 12 + (evening ? 12 : 0);
}

std::int32_t day_of(const CalendarDay& date) {
  return static_cast<std::int32_t>(std::chrono::sys_days{date}.time_since_epoch().count());
}

// The first day of the week, month, … in which the day lies.
std::int32_t first_day_of(std::int32_t day, const std::string& step) {
  if (step == "day") return day;
  const std::int32_t monday = day - ((day + 3) % 7 + 7) % 7;
  if (step == "week") return monday;
  const CalendarDay date = calendar_day(day);
  unsigned month = static_cast<unsigned>(date.month());
  int year = static_cast<int>(date.year());
  if (step == "week-year") {  // the Monday of the week with the year's first Thursday
    const auto new_year = std::chrono::year{week_of(day).year} / std::chrono::January / 4;
    const std::int32_t fourth = day_of(new_year);
    return fourth - ((fourth + 3) % 7 + 7) % 7;
  }
  if (step == "quarter") month = (month - 1) / 3 * 3 + 1;
  if (step == "year" || step == "decade") month = 1;
  if (step == "decade") year = std::max(1, year / 10 * 10);
  return day_of(std::chrono::year{year} / std::chrono::month{month} / 1);
}

std::string date_label(std::int32_t day, const std::string& step) {
  const std::string text = date_text(day);
  if (step == "day") return text;
  if (step == "week") return four_digits(week_of(day).year) + "-W" + two_digits(week_of(day).number);
  if (step == "week-year") return four_digits(week_of(day).year) + "-W";
  if (step == "month") return text.substr(0, 7);
  const auto month = static_cast<unsigned>(calendar_day(day).month());
  if (step == "quarter") return text.substr(0, 4) + "-Q" + std::to_string((month + 2) / 3);
  if (step == "year") return text.substr(0, 4);
  return text.substr(0, 3) + "0s";
}

// "2021-03-31 13h" or "2021-03-31T13:00:00", or "13h" for the hour of the day.
std::string hour_label(const std::string& leaf, std::int32_t day, const std::string& step,
                       DateLabels labels) {
  const std::optional<int> hour = hour_of(split_moment(leaf));
  if (!hour) {
    bad_input(data_values({leaf}) + " has no time of day",
              "hours need dates with a time, such as 2021-03-31 13:30");
  }
  if (step == "hour" && labels == DateLabels::first_day) {
    return date_text(day) + "T" + two_digits(*hour) + ":00:00";
  }
  return (step == "hour" ? date_text(day) + " " : "") + two_digits(*hour) + "h";
}

// Weeks are not parts of months or years, so that there are two ways up.
const std::vector<std::string> month_steps = {"hour", "day", "month", "quarter", "year", "decade"};
const std::vector<std::string> week_steps = {"hour", "day", "week", "week-year"};
const std::vector<std::string> clock_steps = {"hour-of-day"};

bool in_order(const std::vector<std::string>& steps, const std::vector<std::string>& all) {
  auto at = all.begin();
  for (const std::string& step : steps) {
    at = std::find(at, all.end(), step);
    if (at == all.end()) return false;
    ++at;
  }
  return true;
}

std::vector<std::int32_t> days_of(const std::vector<std::string>& leaves,
                                  const std::optional<DateForm>& declared) {
  DateForms forms = declared ? DateForms(declared->order) : DateForms();
  for (const std::string& leaf : leaves) forms.add(split_moment(leaf).date);
  if (forms.ambiguous()) {
    bad_input("every date can be read as " + enumerated(forms.possible(), "and as") +
                  ", and nothing says which one is meant",
              "say how they are written, such as form = \"" + forms.possible().front() + "\"");
  }
  const std::optional<DateForm> form = forms.loose_form();
  std::vector<std::int32_t> days(leaves.size());
  std::vector<std::string> wrong;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::string_view text = split_moment(leaves[i]).date;
    if (parse_date(text, days[i]) || (form && parse_date(text, *form, days[i], false)) ||
        (declared && parse_date(text, *declared, days[i], false))) {
      continue;
    }
    wrong.push_back(leaves[i]);
  }
  if (!wrong.empty()) {
    bad_input(data_values(wrong) + (wrong.size() == 1 ? " is" : " are") + " not valid as a date",
              "write days as 2021-03-31, or say how they are written, such as form = \"day/month/year\"");
  }
  return days;
}

int age_on(const CalendarDay& at, const CalendarDay& birth) {
  const int years = static_cast<int>(at.year()) - static_cast<int>(birth.year());
  const bool later = std::pair(birth.month(), birth.day()) > std::pair(at.month(), at.day());
  return years - (later ? 1 : 0);
}

std::string age_label(int age, std::int64_t width) {
  if (width == 1) return std::to_string(age);
  const std::int64_t first = age / width * width;
  return "[" + std::to_string(first) + ", " + std::to_string(first + width) + ")";
}

void require_age_widths(const std::vector<double>& widths) {
  double before = 0.0;
  for (const double width : widths) {
    const bool whole = width >= 1.0 && width <= 200.0 && width == std::floor(width);
    if (!whole || width <= before || (before > 0.0 && std::fmod(width, before) != 0.0)) {
      bad_input("widths of ages must be whole years, and each a multiple of the one before: " +
                    shortest(width) + " is not",
                "such as [1, 5, 10]");
    }
    before = width;
  }
  if (widths.empty()) bad_input("a hierarchy of ages needs widths", "such as [1, 5, 10]");
}

}  // namespace

Hierarchy date_hierarchy(const std::vector<std::string>& leaves, std::vector<std::string> steps,
                         const std::optional<DateForm>& form, DateLabels labels) {
  const bool times = std::any_of(leaves.begin(), leaves.end(),
                                 [](const std::string& leaf) { return !split_moment(leaf).time.empty(); });
  if (steps.empty()) steps.assign(month_steps.begin() + (times ? 1 : 2), month_steps.end());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::vector<std::string> first(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (in_order(first, month_steps) || in_order(first, week_steps) || in_order(first, clock_steps)) continue;
    bad_input(
        "dates have no step '" + steps[i] + "' at this place",
        "steps are hour, day, month, quarter, year, decade, or hour, day, week, week-year, in order, or "
        "hour-of-day alone");
  }
  const std::vector<std::int32_t> days = days_of(leaves, form);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    std::vector<std::string>& row = rows.emplace_back(std::vector<std::string>{leaves[i]});
    for (const std::string& step : steps) {
      if (step.starts_with("hour")) {
        row.push_back(hour_label(leaves[i], days[i], step, labels));
      } else {
        row.push_back(labels == DateLabels::first_day ? date_text(first_day_of(days[i], step))
                                                      : date_label(days[i], step));
      }
    }
    row.emplace_back("*");
  }
  return Hierarchy(std::move(rows), "the built hierarchy");
}

Hierarchy age_hierarchy(const std::vector<std::string>& leaves, const std::string& at,
                        const std::vector<double>& widths, const std::optional<DateForm>& form) {
  require_age_widths(widths);
  std::int32_t reference = 0;
  if (!parse_date(at, reference)) {
    bad_input("at = '" + at + "' is not a date",
              "write the day on which ages count, such as at = \"2026-01-01\"");
  }
  const std::vector<std::int32_t> days = days_of(leaves, form);
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> later;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (days[i] > reference) {
      later.push_back(leaves[i]);
      continue;
    }
    const int age = age_on(calendar_day(reference), calendar_day(days[i]));
    std::vector<std::string>& row = rows.emplace_back(std::vector<std::string>{leaves[i]});
    for (const double width : widths) row.push_back(age_label(age, static_cast<std::int64_t>(width)));
    row.emplace_back("*");
  }
  if (!later.empty()) {
    bad_input(data_values(later) + (later.size() == 1 ? " is" : " are") + " later than " + at +
                  ", on which ages count",
              "choose a later day");
  }
  return Hierarchy(std::move(rows), "the built hierarchy");
}

}  // namespace sfumato::masking
