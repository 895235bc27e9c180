// Which questions query restriction can look at, by the catalogue alone.
#pragma once

#include "queries/query.hpp"

namespace sfumato::queries {

// An error (bad_input) for a question that has no place under query restriction, whatever was asked before.
void require_restrictable(const Query& query, const Catalogue& catalogue);

// What a column is opened for. COUNT(*) opens a column of its own for sums.
enum class Opening : std::uint8_t { sums, greatest, least };
Opening opening_of(const Query& query);
// The column that is audited; none for counts.
std::optional<std::size_t> audited_column(const Query& query);

}  // namespace sfumato::queries
