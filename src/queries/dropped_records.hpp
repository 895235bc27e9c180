// Under protections whose counts are exact, a record that import drops answers for itself: a count of a known
// person is 0, so that the missing or impossible value that dropped the record is disclosed. Such catalogues
// are refused.
#pragma once

#include <string_view>

#include "queries/catalogue.hpp"

namespace sfumato::queries {

// An error that names the first column with outside = "drop". `protection`: "query restriction".
void refuse_dropped_records(const CatalogueTable& table, std::string_view protection);

}  // namespace sfumato::queries
