#include "queries/dropped_records.hpp"

#include "core/error.hpp"

namespace sfumato::queries {

void refuse_dropped_records(const CatalogueTable& table, std::string_view protection) {
  for (const CatalogueColumn& column : table.columns) {
    if (column.outside != Outside::drop) continue;
    bad_input("column '" + column.name + "' of table '" + table.name +
                  "' has outside = \"drop\", and under " + std::string(protection) +
                  " a count would reveal whose record was dropped",
              "impute missing values first, and declare outside = \"refuse\" or \"clamp\"");
  }
}

}  // namespace sfumato::queries
