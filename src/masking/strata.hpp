// Groups of records that are equal in one column, and masked tables combined from them.
#pragma once

#include "core/method.hpp"

namespace sfumato::masking {

// Rows with the same value, in order of first appearance; missing is a value of its own.
std::vector<std::vector<std::size_t>> equal_rows(const Column& column);

// The releases of parts of a table as one, in the original's row order where that is still defined, without
// details (stratum_accounts). All parts have the same mapping and number of copies.
Masked merged(const std::vector<Masked>& parts, const std::vector<std::vector<std::size_t>>& rows);

}  // namespace sfumato::masking
