// A list of names as one text: "a,b", where a name with a comma is in double quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato {

// "a,b" and "\"x,y\",b" into their items; empty items are dropped. As in CSV a quotation mark opens at the
// beginning of an item alone, and is written twice within quotes: elsewhere it is part of the name.
inline std::vector<std::string> split_list(std::string_view typed) {
  std::vector<std::string> items{""};
  bool quoted = false, begins = true;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    const char letter = typed[i];
    if (letter == '"' && quoted) {
      if (i + 1 < typed.size() && typed[i + 1] == '"') {
        items.back() += typed[++i];
      } else {
        quoted = false;
      }
    } else if (letter == '"' && begins) {
      quoted = true;
    } else if (letter == ',' && !quoted) {
      items.emplace_back();
    } else {
      items.back() += letter;
    }
    begins = letter == ',' && !quoted;
  }
  std::erase(items, "");
  return items;
}

}  // namespace sfumato
