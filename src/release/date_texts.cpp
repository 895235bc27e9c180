// Day and month are accepted in both orders, since no single text says which one is meant.
#include "release/date_texts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "core/number_text.hpp"

namespace sfumato::release {
namespace {

constexpr int first_year = 1850, last_year = 2100;
constexpr double most_values = 0.9;

bool is_day(int year, int month, int day) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  return year >= first_year && year <= last_year && date.ok();
}

// 19570421.
bool is_day_number(double number) {
  if (!(number >= first_year * 10000.0 && number < (last_year + 1) * 10000.0)) return false;
  if (number != std::floor(number)) return false;
  const int whole = static_cast<int>(number);
  return is_day(whole / 10000, whole / 100 % 100, whole % 100);
}

// The digits at the start of a text, which are taken off it.
std::string_view digits_of(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

// Of one to eight digits.
int value_of(std::string_view digits) {
  int value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return value;
}

bool is_short(std::string_view digits) { return digits.size() == 1 || digits.size() == 2; }

// "", " 12:30", "T12:30:00.5+01:00", " 1:05 PM".
bool is_time_or_empty(std::string_view rest) {
  if (rest.empty()) return true;
  if (rest.front() != ' ' && rest.front() != 'T') return false;
  rest.remove_prefix(1);
  const std::string_view hour = digits_of(rest);
  if (!is_short(hour) || value_of(hour) > 24 || rest.empty() || rest.front() != ':') return false;
  rest.remove_prefix(1);
  const std::string_view minute = digits_of(rest);
  return minute.size() == 2 && value_of(minute) < 60 &&
         rest.find_first_not_of("0123456789:.,+- ZAPMapm") == std::string_view::npos;
}

}  // namespace

bool is_date_text(std::string_view text) {
  const std::string_view first = digits_of(text);
  if (first.size() == 8) return is_day_number(value_of(first)) && is_time_or_empty(text);
  if (text.empty()) return false;
  const char between = text.front();
  if (between != '-' && between != '/' && between != '.') return false;
  text.remove_prefix(1);
  const std::string_view second = digits_of(text);
  if (!is_short(second) || text.empty() || text.front() != between) return false;
  text.remove_prefix(1);
  const std::string_view third = digits_of(text);
  if (!is_time_or_empty(text)) return false;
  if (first.size() == 4 && is_short(third)) {
    return is_day(value_of(first), value_of(second), value_of(third));
  }
  if (!is_short(first) || third.size() != 4) return false;
  const int year = value_of(third), one = value_of(first), two = value_of(second);
  return is_day(year, two, one) || is_day(year, one, two);
}

void DateTexts::add(const Column& block) {
  known_ = known_ || block.is_calendar();
  if (known_) return;
  if (const Codes* codes = block.get_if<Codes>()) {
    std::vector<char> date;
    for (const std::string& label : codes->labels) date.push_back(is_date_text(label) ? 1 : 0);
    for (const std::int32_t code : codes->codes) {
      if (code == Codes::missing) continue;
      ++present_;
      if (date[static_cast<std::size_t>(code)] != 0) ++dates_;
    }
    return;
  }
  for (const double number : block.to_numbers()) {
    if (std::isnan(number)) continue;
    ++present_;
    if (is_day_number(number)) ++dates_;
  }
}

bool DateTexts::looks_like_dates() const {
  return !known_ && present_ > 0 &&
         static_cast<double>(dates_) >= most_values * static_cast<double>(present_);
}

bool looks_like_dates(const Column& column) {
  DateTexts texts;
  texts.add(column);
  return texts.looks_like_dates();
}

}  // namespace sfumato::release
