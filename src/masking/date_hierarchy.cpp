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

// Weeks are not parts of months or years, so that there are two ways up.
const std::vector<std::string> month_steps = {"day", "month", "quarter", "year", "decade"};
const std::vector<std::string> week_steps = {"day", "week", "week-year"};

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
                         const std::optional<DateForm>& form) {
  const bool times = std::any_of(leaves.begin(), leaves.end(),
                                 [](const std::string& leaf) { return !split_moment(leaf).time.empty(); });
  if (steps.empty()) steps.assign(month_steps.begin() + (times ? 0 : 1), month_steps.end());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::vector<std::string> first(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    if (in_order(first, month_steps) || in_order(first, week_steps)) continue;
    bad_input("dates have no step '" + steps[i] + "' at this place",
              "steps are day, month, quarter, year, decade, or day, week, week-year, in order");
  }
  const std::vector<std::int32_t> days = days_of(leaves, form);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    std::vector<std::string>& row = rows.emplace_back(std::vector<std::string>{leaves[i]});
    for (const std::string& step : steps) row.push_back(date_label(days[i], step));
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
