// A list of names as one text: "a,b", where a name with a comma is in double quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato {

// "a,b" and "\"x,y\",b" into their items; empty items are dropped.
inline std::vector<std::string> split_list(std::string_view typed) {
  std::vector<std::string> items{""};
  bool quoted = false;
  for (const char letter : typed) {
    if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      items.emplace_back();
    } else {
      items.back() += letter;
    }
  }
  std::erase(items, "");
  return items;
}

}  // namespace sfumato
