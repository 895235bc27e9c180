// Which questions query restriction can audit, by the catalogue only.
#pragma once

#include "queries/query.hpp"

namespace sfumato::queries {

// An error (bad_input) for a question that query restriction does not support, independent of earlier
// questions.
void require_restrictable(const Query& query, const Catalogue& catalogue);

// The audit of a column, fixed by its first allowed query. COUNT(*) is audited as sums of a separate column.
enum class AuditMode : std::uint8_t { sums, maximum, minimum };
AuditMode audit_mode_of(const Query& query);
// The column that is audited; none for counts.
std::optional<std::size_t> audited_column(const Query& query);

}  // namespace sfumato::queries
