// The estimate is one number, so that it is the same for all formats.
#include "io/formats/table_memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace sfumato::io {

void require_table_memory(const MemoryBudget& budget, double rows, int columns, double values, double texts) {
  constexpr double most = 9e18;
  const double bytes = std::max(0.0, values) * static_cast<double>(bytes_per_value) + std::max(0.0, texts);
  budget.require_known(static_cast<std::uint64_t>(std::min(most, bytes)),
                       "a table of " + std::to_string(std::llround(std::min(most, rows))) + " rows and " +
                           std::to_string(columns) + (columns == 1 ? " column" : " columns"));
}

void require_table_memory(const MemoryBudget& budget, double rows, int columns) {
  require_table_memory(budget, rows, columns, rows * columns, 0.0);
}

}  // namespace sfumato::io
