// Numbers are above 0: a column without importance is left out of the columns instead.
#include "masking/column_importance.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::masking {

std::string importance_refused(const ColumnTexts& importance) {
  for (const auto& [column, text] : importance) {
    const std::optional<double> number = parse_number(text);
    if (!number || !(*number > 0.0) || !std::isfinite(*number)) {
      return "the importance of '" + column + "' is '" + text + "', not a number above 0";
    }
  }
  return {};
}

std::vector<double> column_importance(const Table& table, const ColumnSet& columns,
                                      const ColumnTexts& importance) {
  std::vector<double> result(columns.size(), 1.0);
  for (const auto& [name, text] : importance) {
    const auto found = std::find(columns.begin(), columns.end(), table.require(name));
    if (found == columns.end()) {
      bad_param("importance", "column '" + name + "' has an importance and is not protected",
                "name it with ‹columns›, or leave it out");
    }
    result[static_cast<std::size_t>(found - columns.begin())] = parse_number(text).value_or(1.0);
  }
  return result;
}

}  // namespace sfumato::masking
