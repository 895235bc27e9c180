// Words are compared byte by byte: the language is ASCII outside of quotes and does not depend on the locale.
#include "queries/language/words.hpp"

#include <algorithm>
#include <array>

#include "queries/aggregates/aggregate.hpp"

namespace sfumato::queries {
namespace {

// In addition to the words of aggregates.
constexpr std::array<std::string_view, 16> reserved = {"SELECT", "FROM", "WHERE",   "GROUP",   "BY",   "AND",
                                                       "OR",     "NOT",  "BETWEEN", "IN",      "LIKE", "IS",
                                                       "NULL",   "TRUE", "FALSE",   "DISTINCT"};

bool is_aggregate_word(std::string_view word) {
  for (const AggregateRecord& record : aggregate_records()) {
    for (const AggregateForm& form : record.forms) {
      if (same_word(word, form.word)) return true;
    }
  }
  return false;
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

bool same_word(std::string_view left, std::string_view right) {
  return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin(),
                                                   [](char a, char b) { return upper(a) == upper(b); });
}

std::string_view date_part_word(Banding::Kind kind) {
  switch (kind) {
    case Banding::Kind::year:
      return "YEAR";
    case Banding::Kind::month:
      return "MONTH";
    case Banding::Kind::quarter:
      return "QUARTER";
    case Banding::Kind::week:
      return "WEEK";
    case Banding::Kind::day:
      return "DAY";
    case Banding::Kind::weekday:
      return "WEEKDAY";
    default:
      return "";
  }
}

bool is_reserved(std::string_view word) {
  return std::any_of(reserved.begin(), reserved.end(),
                     [&](std::string_view known) { return same_word(word, known); }) ||
         is_aggregate_word(word);
}

bool is_name_start(char c) { return (upper(c) >= 'A' && upper(c) <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

}  // namespace sfumato::queries
