// Forms of codes, character by character: no library of regular expressions, which would be slower than the
// rest of a profile.
#include "profile/code_columns.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "profile/name_words.hpp"

namespace sfumato::profile {
namespace {

constexpr std::size_t least_codes = 3;         // fewer texts show no form
constexpr std::size_t most_named_codes = 100;  // of a column whose name says that it has categories

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

// A00, I21.4, S72.00XA, I214: a letter, a digit, a digit or letter, then up to four more.
bool is_icd_10(std::string_view text) {
  if (text.size() < 3 || text.size() > 8) return false;
  if (!is_upper(text[0]) || !is_digit(text[1]) || !(is_digit(text[2]) || text[2] == 'A' || text[2] == 'B')) {
    return false;
  }
  std::string_view rest = text.substr(3);
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    if (rest.empty()) return false;
  }
  return rest.size() <= 4 &&
         std::all_of(rest.begin(), rest.end(), [](char c) { return is_digit(c) || is_upper(c); });
}

// C, 10, 10.1, 10.11, C10.11, 1011.
bool is_nace(std::string_view text) {
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'V') text.remove_prefix(1);
  if (text.empty()) return true;
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return text.size() <= 4 && all_digits(text);
  const std::string_view group = text.substr(point + 1);
  return point == 2 && all_digits(text.substr(0, 2)) && !group.empty() && group.size() <= 2 &&
         all_digits(group);
}

bool is_isco(std::string_view text) { return !text.empty() && text.size() <= 4 && all_digits(text); }

// DE, DE3, ES51, FRK26: a country and up to three letters or digits.
bool is_nuts(std::string_view text) {
  constexpr std::array<std::string_view, 39> countries = {
      "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "EL", "ES", "FI", "FR", "HR",
      "HU", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI",
      "SK", "UK", "NO", "CH", "IS", "LI", "TR", "MK", "AL", "RS", "ME", "BA", "XK"};
  if (text.size() < 3 || text.size() > 5) return false;
  const std::string_view rest = text.substr(2);
  return std::find(countries.begin(), countries.end(), text.substr(0, 2)) != countries.end() &&
         std::all_of(rest.begin(), rest.end(), [](char c) { return is_digit(c) || is_upper(c); }) &&
         std::any_of(rest.begin(), rest.end(), is_digit);
}

// 08001, 1017 AB, SW1A 1AA, 00-950.
bool is_postal_code(std::string_view text) {
  if (text.size() < 3 || text.size() > 10 || !std::any_of(text.begin(), text.end(), is_digit)) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_digit(c) || is_upper(c) || c == ' ' || c == '-'; });
}

struct KnownCodes {
  std::string_view name;
  bool (*fits)(std::string_view);
  std::vector<std::string_view> beginnings;  // of a word of the column's name
  bool by_form;                              // the form alone is enough
};

const std::vector<KnownCodes>& known_codes() {
  static const std::vector<KnownCodes> known{
      {"NACE", is_nace, {"nace", "isic", "industry", "branch", "activity"}, false},
      {"ISCO", is_isco, {"isco", "occupation"}, false},
      {"postal codes", is_postal_code, {"zip", "postal", "postcode", "plz"}, false},
      {"NUTS", is_nuts, {"nuts", "region"}, true},
      {"ICD-10", is_icd_10, {"icd", "diag", "cause"}, true}};
  return known;
}

}  // namespace

std::string classification(const std::string& name, const std::vector<std::string>& distinct) {
  if (distinct.size() < least_codes) return {};
  const std::vector<std::string> words = words_of(name);
  for (const KnownCodes& known : known_codes()) {
    if (!known.by_form && word_among(words, known.beginnings, false).empty()) continue;
    if (std::all_of(distinct.begin(), distinct.end(), known.fits)) return std::string(known.name);
  }
  return {};
}

std::string nominal_reason(const ColumnInfo& info, const Column& column, std::size_t distinct,
                           const std::string& known_classification) {
  if (column.get_if<Integers>() == nullptr || info.kind != Kind::numeric || distinct == 0) return {};
  if (!info.value_labels.empty()) return "its codes have labels";
  if (!known_classification.empty()) return "its values look like " + known_classification;
  const std::vector<std::string> words = words_of(info.name);
  const std::string_view word =
      word_among(words,
                 {"sex", "gender", "race", "region", "country", "county", "province", "district",
                  "municipality", "education", "marital", "occupation", "nationality", "citizenship",
                  "ethnic", "religion", "status", "code", "category"},
                 false);
  if (!word.empty() && distinct <= most_named_codes) return "the name has '" + std::string(word) + "'";
  return {};
}

}  // namespace sfumato::profile
