// One pass over the column, and only when a message is made.
#include "core/value_rows.hpp"

#include <algorithm>

#include "core/data_values.hpp"
#include "core/shown_text.hpp"
#include "core/text_list.hpp"

namespace sfumato {

std::string with_rows(const std::string& text, const Column& column) {
  std::vector<std::string> wanted = marked_values(text);
  std::vector<std::string> rows;
  for (std::size_t row = 0; row < column.size() && !wanted.empty(); ++row) {
    if (column.missing(row)) continue;
    const auto found = std::find(wanted.begin(), wanted.end(), shown(column.text(row)));
    if (found == wanted.end()) continue;
    wanted.erase(found);
    rows.push_back(std::to_string(row + 1));
  }
  if (rows.empty()) return text;
  return after_values(text, (rows.size() == 1 ? " (row " : " (rows ") + enumerated(rows) + ")");
}

}  // namespace sfumato
