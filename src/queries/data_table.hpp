// The data of a table for the engine: integers by column. Import guarantees that all values are in their
// domains.
#pragma once

#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "queries/catalogue.hpp"

namespace sfumato::queries {

// NULL is the least value of the type, which is outside every domain.
using Narrow = std::vector<std::int32_t>;
using Broad = std::vector<std::int64_t>;
using DataColumn = std::variant<Narrow, Broad>;
template <class T>
inline constexpr T null_value = std::numeric_limits<T>::min();

// Columns that a query does not need may be empty.
struct DataTable {
  std::size_t rows = 0;
  std::vector<DataColumn> columns;  // as in the catalogue
};

}  // namespace sfumato::queries
