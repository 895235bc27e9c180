// Whether released rows still belong to original records, for methods that draw synthetic columns.
#pragma once

#include <algorithm>

#include "core/method.hpp"

namespace sfumato::masking {

// Records have no original only where every released column is synthetic: any other column (identifiers are
// never released) still has values of the original record in its row.
inline Mapping synthetic_mapping(const Table& table, const ColumnSet& made_up) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    const bool stays = std::find(made_up.begin(), made_up.end(), id) == made_up.end();
    if (stays && table.info(id).role != Role::identifier) return Mapping::same_rows;
  }
  return Mapping::none;
}

}  // namespace sfumato::masking
