// Splits at anything but letters and digits, and where a capital follows a small letter.
#include "profile/name_words.hpp"

#include <cctype>

namespace sfumato::profile {

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words{""};
  char before = ' ';
  for (const char letter : name) {
    const auto code = static_cast<unsigned char>(letter);
    const bool hump = std::isupper(code) != 0 && std::islower(static_cast<unsigned char>(before)) != 0;
    if ((std::isalnum(code) == 0 || hump) && !words.back().empty()) words.emplace_back();
    if (std::isalnum(code) != 0) words.back() += static_cast<char>(std::tolower(code));
    before = letter;
  }
  return words;
}

std::string_view word_among(const std::vector<std::string>& words,
                            const std::vector<std::string_view>& wanted, bool whole) {
  for (const std::string& word : words) {
    for (const std::string_view one : wanted) {
      if (whole ? word == one : word.starts_with(one)) return one;
    }
  }
  return {};
}

}  // namespace sfumato::profile
