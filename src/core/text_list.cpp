#include "core/text_list.hpp"

#include <algorithm>

namespace sfumato {

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += separator;
    text += items[i];
  }
  return text;
}

std::string enumerated(const std::vector<std::string>& items, std::string_view conjunction) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0 && i + 1 == items.size()) {
      text.append(" ").append(conjunction).append(" ");
    } else if (i > 0) {
      text += ", ";
    }
    text += items[i];
  }
  return text;
}

std::vector<std::string> in_quotes(const std::vector<std::string>& items) {
  std::vector<std::string> quoted;
  for (const std::string& item : items) quoted.push_back("'" + item + "'");
  return quoted;
}

std::string quoted_names(const std::vector<std::string>& names) { return enumerated(in_quotes(names)); }

std::string first_joined(const std::vector<std::string>& items, std::size_t most, std::string_view separator,
                         std::string_view before_rest) {
  if (items.size() <= most) return joined(items, separator);
  const std::vector<std::string> first(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(most));
  return joined(first, separator).append(before_rest) + std::to_string(items.size() - most) + " more";
}

}  // namespace sfumato
