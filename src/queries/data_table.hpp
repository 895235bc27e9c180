// The data of a table as the engine reads them: whole numbers by column. What is no value of the domain is
// not in here: import saw to that.
#pragma once

#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "queries/catalogue.hpp"

namespace sfumato::queries {

// NULL is the least value of the type, which no domain has.
using Narrow = std::vector<std::int32_t>;
using Broad = std::vector<std::int64_t>;
using DataColumn = std::variant<Narrow, Broad>;
template <class T>
inline constexpr T null_value = std::numeric_limits<T>::min();

// Columns of which a query needs none may be empty.
struct DataTable {
  std::size_t rows = 0;
  std::vector<DataColumn> columns;  // as in the catalogue
};

}  // namespace sfumato::queries
