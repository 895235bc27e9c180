// Texts are cut into three runs of digits, and each order says which run is the year.
#include "core/date_form.hpp"

#include <array>
#include <chrono>

#include "core/column.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato {
namespace {

constexpr std::array<DateOrder, 3> all_orders{DateOrder::year_month_day, DateOrder::day_month_year,
                                              DateOrder::month_day_year};

unsigned bit(DateOrder order) { return 1U << static_cast<unsigned>(order); }

// Where year, month and day stand among the three parts.
struct Places {
  std::size_t year, month, day;
};
Places places(DateOrder order) {
  if (order == DateOrder::year_month_day) return {0, 1, 2};
  return order == DateOrder::day_month_year ? Places{2, 1, 0} : Places{2, 0, 1};
}

using Parts = std::array<std::string_view, 3>;

bool is_separator(char c) { return c == '-' || c == '/' || c == '.'; }

bool all_digits(std::string_view text) {
  for (const char c : text) {
    if (!is_digit(c)) return false;
  }
  return !text.empty();
}

std::optional<Parts> parts_between(std::string_view text, char separator) {
  const std::size_t first = text.find(separator);
  const std::size_t second = first == std::string_view::npos ? first : text.find(separator, first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const Parts parts{text.substr(0, first), text.substr(first + 1, second - first - 1),
                    text.substr(second + 1)};
  for (const std::string_view part : parts) {
    if (!all_digits(part) || part.size() > 4) return std::nullopt;
  }
  return parts;
}

std::optional<Parts> parts_of(std::string_view text, const DateForm& form) {
  if (form.separator != 0) return parts_between(text, form.separator);
  if (text.size() != 8 || !all_digits(text)) return std::nullopt;
  if (form.order == DateOrder::year_month_day)
    return Parts{text.substr(0, 4), text.substr(4, 2), text.substr(6)};
  return Parts{text.substr(0, 2), text.substr(2, 2), text.substr(4)};
}

unsigned value_of(std::string_view digits) {
  unsigned value = 0;
  for (const char digit : digits) value = 10 * value + static_cast<unsigned>(digit - '0');
  return value;
}

bool is_short(std::string_view digits) { return digits.size() == 1 || digits.size() == 2; }

std::optional<std::int32_t> day_of(const Parts& parts, DateOrder order) {
  const Places at = places(order);
  if (parts[at.year].size() != 4 || !is_short(parts[at.month]) || !is_short(parts[at.day]))
    return std::nullopt;
  const unsigned year = value_of(parts[at.year]);
  const std::chrono::year_month_day date{std::chrono::year{static_cast<int>(year)},
                                         std::chrono::month{value_of(parts[at.month])},
                                         std::chrono::day{value_of(parts[at.day])}};
  if (!date.ok() || year == 0) return std::nullopt;
  return static_cast<std::int32_t>(std::chrono::sys_days{date}.time_since_epoch().count());
}

bool is_usual_year(unsigned year) { return (year >= 1800 && year <= 2200) || year == 9999; }

// As written with zeros in front, and without.
bool is_padded(std::string_view digits) { return digits.size() == 2; }
bool is_bare(std::string_view digits) { return digits.front() != '0'; }

}  // namespace

std::string to_text(const DateForm& form) {
  const Places at = places(form.order);
  std::array<std::string, 3> words;
  words[at.year] = "year";
  words[at.month] = form.padded ? "month" : "m";
  words[at.day] = form.padded ? "day" : "d";
  const std::string between = form.separator == 0 ? std::string() : std::string(1, form.separator);
  return words[0] + between + words[1] + between + words[2];
}

std::optional<DateForm> parse_date_form(std::string_view text) {
  for (const DateOrder order : all_orders) {
    for (const char separator : {'-', '/', '.', '\0'}) {
      for (const bool padded : {true, false}) {
        const DateForm form{order, separator, padded};
        if ((separator != 0 || padded) && to_text(form) == text) return form;
      }
    }
  }
  return std::nullopt;
}

std::string date_form_examples() {
  return "day/month/year, month/day/year, day.month.year, year-month-day, d/m/year, yearmonthday";
}

std::string date_text(std::int32_t day, const DateForm& form) {
  const std::string iso = date_text(day);
  if (form.is_iso()) return iso;
  const auto digits = [&](std::size_t start) {
    return iso.substr(form.padded || iso[start] != '0' ? start : start + 1,
                      form.padded || iso[start] != '0' ? 2 : 1);
  };
  const Places at = places(form.order);
  std::array<std::string, 3> parts;
  parts[at.year] = iso.substr(0, 4);
  parts[at.month] = digits(5);
  parts[at.day] = digits(8);
  const std::string between = form.separator == 0 ? std::string() : std::string(1, form.separator);
  return parts[0] + between + parts[1] + between + parts[2];
}

bool parse_date(std::string_view text, const DateForm& form, std::int32_t& day, bool strict) {
  if (form.is_iso() && strict) return parse_date(text, day);
  const std::optional<Parts> parts = parts_of(text, form);
  if (!parts) return false;
  const std::optional<std::int32_t> found = day_of(*parts, form.order);
  if (!found) return false;
  const Places at = places(form.order);
  for (const std::size_t place : {at.month, at.day}) {
    const std::string_view part = (*parts)[place];
    if (strict && !(form.padded ? is_padded(part) : is_bare(part))) return false;
  }
  day = *found;
  return true;
}

Moment split_moment(std::string_view text) {
  const std::size_t end = text.find_first_of(" T");
  if (end == std::string_view::npos) return {text, {}};
  const std::string_view time = text.substr(end);
  // " 9:30", "T09:30:00.5+01:00", " 1:05 PM".
  const std::size_t colon = time.find(':');
  const bool clock = (colon == 2 || colon == 3) && all_digits(time.substr(1, colon - 1)) &&
                     time.size() >= colon + 3 && all_digits(time.substr(colon + 1, 2)) &&
                     time.substr(1).find_first_not_of("0123456789:.,+- ZAPMapm") == std::string_view::npos;
  return clock ? Moment{text.substr(0, end), time} : Moment{text, {}};
}

void DateForms::add(std::string_view text) {
  ++count_;
  if (orders_ == 0) return;
  if (separator_ == 0) {
    const std::size_t at = text.find_first_not_of("0123456789");
    if (at == std::string_view::npos || !is_separator(text[at])) {
      orders_ = 0;
      return;
    }
    separator_ = text[at];
  }
  const std::optional<Parts> parts = parts_between(text, separator_);
  unsigned fitting = 0;
  for (const DateOrder order : all_orders) {
    if (!parts || !day_of(*parts, order) || (only_ && *only_ != order)) continue;
    if (only_ || is_usual_year(value_of((*parts)[places(order).year]))) fitting |= bit(order);
  }
  orders_ &= fitting;
  if (orders_ == 0) return;
  for (const std::string_view part : *parts) {
    if (part.size() == 4) continue;
    padded_ = padded_ && is_padded(part);
    bare_ = bare_ && is_bare(part);
  }
}

std::optional<DateForm> DateForms::form() const {
  if (!padded_ && !bare_) return std::nullopt;
  return loose_form();
}

std::optional<DateForm> DateForms::loose_form() const {
  if (none() || ambiguous()) return std::nullopt;
  for (const DateOrder order : all_orders) {
    if (orders_ == bit(order)) return DateForm{order, separator_, padded_ || !bare_};
  }
  return std::nullopt;
}

std::vector<std::string> DateForms::possible() const {
  std::vector<std::string> texts;
  for (const DateOrder order : all_orders) {
    if ((orders_ & bit(order)) != 0) texts.push_back(to_text(DateForm{order, separator_, padded_ || !bare_}));
  }
  return texts;
}

void refuse_ambiguous(const DateForms& forms, const std::string& where, const std::string& column) {
  const std::vector<std::string> both = forms.possible();
  bad_input(where + "every date of column '" + column + "' can be read as " + both.front() + " and as " +
                both.back() + ", and nothing says which one is meant",
            "declare date = \"" + both.front() + "\" or \"" + both.back() + "\" for [columns." + column +
                "] in the sidecar, or set ‹date› " + column + "=" + both.front() +
                "; kind = \"nominal\" keeps the texts as they are");
}

std::optional<DateForm> date_form_of(const std::vector<std::string>& texts, const std::string& column,
                                     const std::optional<DateForm>& declared) {
  DateForms forms = declared ? DateForms(declared->order) : DateForms();
  for (const std::string& text : texts) forms.add(split_moment(text).date);
  if (forms.ambiguous()) refuse_ambiguous(forms, {}, column);
  return forms.form();
}

}  // namespace sfumato
