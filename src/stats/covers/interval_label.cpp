// A label is tried as a bracketed interval, then as a comparison, then as two ends with a separator: the
// first form that fits is taken.
#include "stats/covers/interval_label.hpp"

#include <array>
#include <functional>
#include <string>
#include <utility>

#include "core/column.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"

namespace sfumato::stats {
namespace {

using ReadEnd = std::function<std::optional<double>(std::string_view)>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<LabelInterval> ordered(LabelInterval interval) {
  if (!(interval.lower <= interval.upper)) return std::nullopt;
  return interval;
}

// Two ends around a separator, at the first place where both can be read.
std::optional<std::pair<double, double>> two_ends(std::string_view text, std::string_view separator,
                                                  const ReadEnd& read) {
  for (std::size_t at = text.find(separator, 1); at != std::string_view::npos;
       at = text.find(separator, at + 1)) {
    const auto lower = read(trimmed(text.substr(0, at)));
    const auto upper = read(trimmed(text.substr(at + separator.size())));
    if (lower && upper) return std::pair(*lower, *upper);
  }
  return std::nullopt;
}

// "[35, 40)"; a bracket that looks outwards is open too.
std::optional<LabelInterval> bracketed(std::string_view text, const ReadEnd& read) {
  if (text.size() < 5) return std::nullopt;
  const char first = text.front(), last = text.back();
  if (first != '[' && first != '(' && first != ']') return std::nullopt;
  if (last != ')' && last != ']' && last != '[') return std::nullopt;
  const std::string_view inside = text.substr(1, text.size() - 2);
  for (const std::string_view separator : {",", ";", "..", "–", "-"}) {
    if (const auto ends = two_ends(inside, separator, read)) {
      return ordered({ends->first, ends->second, first != '[', last != ']'});
    }
  }
  return std::nullopt;
}

struct Comparison {
  std::string_view sign;
  bool before;  // it stands before the number
  bool upper;   // the number is the upper end
  bool open;
};

// Longer signs come before those that they start with.
constexpr std::array<Comparison, 18> comparisons{{{"<=", true, true, false},
                                                  {">=", true, false, false},
                                                  {"≤", true, true, false},
                                                  {"≥", true, false, false},
                                                  {"<", true, true, true},
                                                  {">", true, false, true},
                                                  {"up to ", true, true, false},
                                                  {"at most ", true, true, false},
                                                  {"at least ", true, false, false},
                                                  {"below ", true, true, true},
                                                  {"under ", true, true, true},
                                                  {"above ", true, false, true},
                                                  {"over ", true, false, true},
                                                  {" or less", false, true, false},
                                                  {" or more", false, false, false},
                                                  {" and over", false, false, false},
                                                  {" and more", false, false, false},
                                                  {"+", false, false, false}}};

std::optional<LabelInterval> compared(std::string_view text, const ReadEnd& read) {
  for (const Comparison& one : comparisons) {
    if (!(one.before ? text.starts_with(one.sign) : text.ends_with(one.sign))) continue;
    const std::string_view rest =
        one.before ? text.substr(one.sign.size()) : text.substr(0, text.size() - one.sign.size());
    const auto end = read(trimmed(rest));
    if (!end) continue;
    return one.upper ? LabelInterval{-infinity, *end, false, one.open}
                     : LabelInterval{*end, infinity, one.open, false};
  }
  return std::nullopt;
}

std::optional<LabelInterval> read_interval(std::string_view label, const ReadEnd& read,
                                           const std::initializer_list<std::string_view>& separators) {
  const std::string_view text = trimmed(label);
  if (const auto found = bracketed(text, read)) return found;
  if (const auto found = compared(text, read)) return found;
  for (const std::string_view separator : separators) {
    if (const auto ends = two_ends(text, separator, read)) return ordered({ends->first, ends->second});
  }
  return std::nullopt;
}

std::optional<double> day_of(std::string_view text) {
  std::int32_t day = 0;
  return parse_date(text, day) ? std::optional<double>(day) : std::nullopt;
}

std::optional<int> digits(std::string_view text, std::size_t count) {
  if (text.size() != count) return std::nullopt;
  int number = 0;
  for (const char each : text) {
    if (each < '0' || each > '9') return std::nullopt;
    number = 10 * number + (each - '0');
  }
  return number;
}

// From the first day of a month to the day before that of another.
std::optional<LabelInterval> months(int year, int first, int count) {
  const auto start = [](int y, int m) {
    const int past = (m - 1) / 12, month = (m - 1) % 12 + 1;
    std::string text = std::to_string(y + past);
    text.insert(0, text.size() < 4 ? 4 - text.size() : 0, '0');
    return day_of(text + (month < 10 ? "-0" : "-") + std::to_string(month) + "-01");
  };
  const auto begin = start(year, first), end = start(year, first + count);
  if (!begin || !end) return std::nullopt;
  return LabelInterval{*begin, *end, false, true};
}

// A month, a quarter, a year or a decade.
std::optional<LabelInterval> period(std::string_view text) {
  const auto year = digits(text.substr(0, 4), 4);
  if (!year) return std::nullopt;
  const std::string_view rest = text.substr(4);
  if (rest.empty()) return months(*year, 1, 12);
  if (rest == "s") return months(*year, 1, 120);
  if (rest.size() == 3 && rest.starts_with("-Q")) {
    const auto quarter = digits(rest.substr(2), 1);
    if (quarter && *quarter >= 1 && *quarter <= 4) return months(*year, 3 * *quarter - 2, 3);
    return std::nullopt;
  }
  const auto month = rest.size() == 3 && rest.front() == '-' ? digits(rest.substr(1), 2) : std::nullopt;
  if (month && *month >= 1 && *month <= 12) return months(*year, *month, 1);
  return std::nullopt;
}

}  // namespace

std::optional<LabelInterval> number_interval(std::string_view label) {
  return read_interval(label, [](std::string_view text) { return parse_number(text); },
                       {"..", " to ", "–", "-"});
}

std::optional<LabelInterval> date_interval(std::string_view label) {
  if (const auto found = period(trimmed(label))) return found;
  return read_interval(label, day_of, {"..", " to ", "–", " - "});
}

std::optional<LabelInterval> moment_interval(std::string_view label) {
  const std::string_view text = trimmed(label);
  if (const auto day = day_of(std::string(text))) return LabelInterval{*day, *day + 1.0, false, true};
  if (text.size() == 14 && text[10] == ' ' && text.back() == 'h') {
    const auto day = day_of(std::string(text.substr(0, 10)));
    const auto hour = digits(text.substr(11, 2), 2);
    if (!day || !hour || *hour > 23) return std::nullopt;
    return LabelInterval{*day + *hour / 24.0, *day + (*hour + 1) / 24.0, false, true};
  }
  std::optional<LabelInterval> found = date_interval(label);
  if (found && !found->upper_open) {
    found->upper += 1.0;
    found->upper_open = true;
  }
  return found;
}

}  // namespace sfumato::stats
