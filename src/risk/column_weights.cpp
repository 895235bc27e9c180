// Reads column weights.
#include "risk/column_weights.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::risk {

std::vector<double> column_weights(const ColumnTexts& given, const Table& table, const ColumnSet& columns) {
  std::vector<double> weights(columns.size(), 1.0);
  for (const auto& [name, text] : given) {
    const std::optional<double> weight = parse_number(text);
    if (!weight || *weight < 0.0) {
      bad_input("weights: '" + name + "=" + text + "' is not a column and its weight",
                "type NAME=2,OTHER=0.5");
    }
    const auto place = std::find(columns.begin(), columns.end(), table.require(name));
    if (place == columns.end()) {
      bad_input("weights: column '" + name + "' is not compared", "leave it out, or compare it too");
    }
    weights[static_cast<std::size_t>(place - columns.begin())] = *weight;
  }
  return weights;
}

}  // namespace sfumato::risk
