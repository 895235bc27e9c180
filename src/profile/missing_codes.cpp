// Codes are sought at both ends of the sorted values.
#include "profile/missing_codes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>

#include "core/number_text.hpp"

namespace sfumato::profile {
namespace {

constexpr std::size_t most_codes = 3;       // at one end
constexpr std::size_t least_others = 2;     // different values that are not codes
constexpr std::size_t many_others = 10;     // enough to speak of a usual number of records
constexpr double heap_factor = 5.0;         // records of a code beside those of a usual value
constexpr double largest_nines = 99999999;  // longer ones are amounts

struct CountedValue {
  double value;
  std::size_t records;
};

std::vector<CountedValue> counted(const Column& column, const stats::RecordCounts& times) {
  std::vector<CountedValue> values;
  const Numbers numbers = column.to_numbers();
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!std::isnan(numbers[row])) values.push_back({numbers[row], times[row]});
  }
  std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  std::vector<CountedValue> result;
  for (const CountedValue& one : values) {
    if (result.empty() || result.back().value != one.value) result.push_back({one.value, 0});
    result.back().records += one.records;
  }
  return result;
}

// 9, 99, … for the number of digits of a positive whole number; 0 where it is not within two of it.
double nines_above(double number) {
  for (double nines = 9.0; nines <= largest_nines; nines = 10.0 * nines + 9.0) {
    if (number <= nines && number >= nines - 2.0 && number == std::floor(number)) return nines;
  }
  return 0.0;
}

double widest_gap(const std::vector<CountedValue>& values, std::size_t begin, std::size_t end) {
  double widest = 0.0;
  for (std::size_t i = begin + 1; i < end; ++i) {
    widest = std::max(widest, values[i].value - values[i - 1].value);
  }
  return widest;
}

bool heaped(const std::vector<CountedValue>& values, std::size_t others) {
  if (others < many_others) return false;
  std::vector<std::size_t> records;
  for (std::size_t i = 0; i < others; ++i) records.push_back(values[i].records);
  std::nth_element(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(others / 2), records.end());
  return static_cast<double>(values.back().records) >= heap_factor * static_cast<double>(records[others / 2]);
}

// How many of the largest values are codes.
std::size_t codes_above(const std::vector<CountedValue>& values) {
  if (values.empty()) return 0;
  const double nines = nines_above(values.back().value);
  if (nines == 0.0 || values.back().value != nines) return 0;
  std::size_t count = 1;
  while (count < std::min(most_codes, values.size()) &&
         nines_above(values[values.size() - 1 - count].value) == nines) {
    ++count;
  }
  for (; count > 0; --count) {
    const std::size_t others = values.size() - count;
    if (others < least_others) continue;
    const double gap = values[others].value - values[others - 1].value;
    if (gap > std::max(1.0, widest_gap(values, 0, others))) return count;
  }
  return values.size() > 1 && heaped(values, values.size() - 1) ? 1 : 0;
}

// How many of the smallest values are codes.
std::size_t codes_below(const std::vector<CountedValue>& values) {
  std::size_t negative = 0;
  while (negative < values.size() && values[negative].value < 0.0) ++negative;
  if (negative == 0 || negative > most_codes || values.size() - negative <= least_others) return 0;
  for (std::size_t i = 0; i < negative; ++i) {
    const double size = -values[i].value;
    if (size > 3.0 && nines_above(size) == 0.0) return 0;
    if (size != std::floor(size)) return 0;
  }
  return negative;
}

// Dates that no record has by itself.
bool is_never_a_date(std::string_view text) {
  constexpr std::array<std::string_view, 9> dates = {"0001-01-01", "1000-01-01", "1111-11-11",
                                                     "2222-02-22", "2999-12-31", "3000-01-01",
                                                     "8888-08-08", "9999-01-01", "9999-12-31"};
  return std::find(dates.begin(), dates.end(), text) != dates.end();
}

// Dates that programs write where there is none, and that people are born on, too.
bool is_often_no_date(std::string_view text) {
  constexpr std::array<std::string_view, 7> dates = {"1899-12-30", "1899-12-31", "1900-01-01", "1901-01-01",
                                                     "1970-01-01", "2099-12-31", "2100-01-01"};
  return std::find(dates.begin(), dates.end(), text) != dates.end();
}

constexpr double two_years = 731.0;  // days

std::vector<std::string> placeholder_dates(const Column& column, const std::optional<DateForm>& form,
                                           const stats::RecordCounts& times) {
  std::vector<std::string> result;
  std::vector<CountedValue> values = counted(column, times);
  std::vector<std::size_t> records;
  for (const CountedValue& one : values) records.push_back(one.records);
  if (records.empty()) return result;
  std::nth_element(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(records.size() / 2),
                   records.end());
  const double usual = static_cast<double>(records[records.size() / 2]);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto day = static_cast<std::int32_t>(values[i].value);
    const std::string text = date_text(day);
    bool taken = is_never_a_date(text);
    if (!taken && is_often_no_date(text) && values.size() > least_others) {
      const bool below = i > 0 && values[i].value - values[i - 1].value <= two_years;
      const bool above = i + 1 < values.size() && values[i + 1].value - values[i].value <= two_years;
      const bool many =
          values.size() > many_others && static_cast<double>(values[i].records) >= heap_factor * usual;
      taken = (!below && !above) || many;
    }
    if (taken) result.push_back(form ? date_text(day, *form) : text);
  }
  return result;
}

bool is_missing_word(std::string_view text) {
  constexpr std::array<std::string_view, 14> words = {
      "unknown",    "refused",   "refusal",        "missing",     "not stated",  "not known",    "no answer",
      "don't know", "dont know", "not applicable", "undisclosed", "unspecified", "keine angabe", "unbekannt"};
  std::string lower;
  for (const char letter : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return std::find(words.begin(), words.end(), lower) != words.end();
}

}  // namespace

std::vector<std::string> missing_like(const Column& column, const std::optional<DateForm>& form,
                                      const stats::RecordCounts& times) {
  std::vector<std::string> result;
  if (const Codes* codes = column.get_if<Codes>()) {
    std::copy_if(codes->labels.begin(), codes->labels.end(), std::back_inserter(result),
                 [](const std::string& label) {
                   const Moment moment = split_moment(label);
                   return is_missing_word(label) || (!moment.time.empty() && is_never_a_date(moment.date));
                 });
    return result;
  }
  if (column.get_if<Dates>() != nullptr) return placeholder_dates(column, form, times);
  const std::vector<CountedValue> values = counted(column, times);
  for (std::size_t i = 0; i < codes_below(values); ++i) result.push_back(shortest(values[i].value));
  for (std::size_t i = values.size() - codes_above(values); i < values.size(); ++i) {
    result.push_back(shortest(values[i].value));
  }
  return result;
}

}  // namespace sfumato::profile
