// Reads column weights.
#include "risk/column_weights.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::risk {

std::vector<double> column_weights(const std::string& typed, const Table& table, const ColumnSet& columns) {
  std::vector<double> weights(columns.size(), 1.0);
  for (std::size_t begin = 0; begin < typed.size();) {
    const std::size_t end = std::min(typed.find(',', begin), typed.size());
    const std::string part = typed.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equals = part.rfind('=');
    const auto weight = equals == std::string::npos ? std::nullopt : parse_number(part.substr(equals + 1));
    if (!weight || *weight < 0.0) {
      bad_input("weights: '" + part + "' is not a column and its weight", "type NAME=2,OTHER=0.5");
    }
    const ColumnId column = table.require(part.substr(0, equals));
    const auto place = std::find(columns.begin(), columns.end(), column);
    if (place == columns.end()) {
      bad_input("weights: column '" + part.substr(0, equals) + "' is not compared",
                "leave it out, or compare it too");
    }
    weights[static_cast<std::size_t>(place - columns.begin())] = *weight;
  }
  return weights;
}

}  // namespace sfumato::risk
