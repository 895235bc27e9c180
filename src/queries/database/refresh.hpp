// Completes a replacement of the data that the log has recorded. New files are written under another name
// (.new) first; once the log has their fingerprints they take the place of the old ones, now or, after a
// crash, when the database is opened the next time.
#pragma once

#include "queries/database/recorded_terms.hpp"

namespace sfumato::queries {

// Renames new files with the recorded fingerprints. Others stay: they are of a replacement that was not
// recorded, and have no effect.
void finish_refresh(const Database& database, const RecordedTerms& recorded);

}  // namespace sfumato::queries
