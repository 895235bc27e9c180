// Whether a database beside a new one already camouflages the same records. Two independent camouflages of a
// record give two intervals that both contain its value: their common part is narrower, and shrinks with each
// further one.
#pragma once

#include <string>
#include <vector>

#include "queries/catalogue.hpp"
#include "queries/data_table.hpp"

namespace sfumato::queries {

// An error (bad_input) if most records (9 in 10 of the smaller database) could be those of another
// camouflaged database in the same parent folder: they agree in the public columns that both have, and their
// values lie in its intervals. The order of records does not matter. Nothing about the records is stored for
// this: a fingerprint of values would let a person who has the key test guesses.
//
// The vectors of the other database are read with its usual key, or with `key`. Without its key only public
// columns are compared. Databases in other folders are not found.
void refuse_second_camouflage(const std::string& folder, const Catalogue& catalogue,
                              const std::vector<DataTable>& data, const std::string& key);

}  // namespace sfumato::queries
