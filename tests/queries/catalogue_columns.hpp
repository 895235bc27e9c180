// Declarations of columns for tests, written directly.
#pragma once

#include <string>
#include <vector>

#include "queries/catalogue.hpp"

namespace sfumato::queries {

inline CatalogueColumn number_column(std::string name, std::int64_t lower, std::int64_t upper,
                                     Outside outside = Outside::refuse, int decimals = 0,
                                     bool nullable = false) {
  CatalogueColumn column;
  column.name = std::move(name);
  column.lower = lower;
  column.upper = upper;
  column.outside = outside;
  column.decimals = decimals;
  column.nullable = nullable;
  return column;
}

inline CatalogueColumn category_column(std::string name, std::vector<std::string> categories,
                                       Outside outside = Outside::refuse, bool nullable = false) {
  CatalogueColumn column;
  column.name = std::move(name);
  column.kind = ColumnKind::category;
  column.categories = std::move(categories);
  column.outside = outside;
  column.nullable = nullable;
  return column;
}

}  // namespace sfumato::queries
