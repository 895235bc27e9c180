// The terms, the catalogue and fingerprints of the data as the first row of a log records them. A later
// change of terms.toml or catalogue.toml is refused; a change of the log itself changes its head.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "queries/database.hpp"
#include "queries/ledger.hpp"
#include "queries/restriction.hpp"

namespace sfumato::queries {

struct RecordedTerms {
  DatabaseTerms terms;
  Catalogue catalogue;
  std::vector<std::pair<std::string, std::string>> files;  // paths in the folder, and their fingerprints
  // Empty if the file is not recorded.
  std::string fingerprint_of(const std::string& file) const;
};

// The SHA-256 of the SHA-256 of each MiB of a file; an error if it cannot be read.
std::string fingerprint(const std::string& path);

// The text for a log. `folder` has the files that it fingerprints: the tables, and camouflage.bin.
// `suffix` is added to their names on disk, not to the recorded ones.
std::string recorded_text(const DatabaseTerms& terms, const Catalogue& catalogue, const std::string& folder,
                          const std::string& suffix = {});
// An error names `source`.
RecordedTerms parse_recorded(const std::string& text, const std::string& source);

// What differs: "neighbours (recorded: replace)", "column age of table people".
std::vector<std::string> differences(const RecordedTerms& recorded, const DatabaseTerms& terms,
                                     const Catalogue& catalogue);

// Are the terms and the catalogue of the folder those that the log has? An error names what differs. Of a log
// of an earlier version, which records less, only that is compared, and the result is empty.
std::optional<RecordedTerms> require_same_terms(const Database& database, const LedgerTerms& log);
std::optional<RecordedTerms> require_same_terms(const Database& database, const RestrictionTerms& log,
                                                const std::string& recorded);
// Has a file of the folder its recorded fingerprint? Else an error.
void require_same_file(const Database& database, const RecordedTerms& recorded, const std::string& file);
// The terms of the log that the protection uses.
std::optional<RecordedTerms> require_same_terms(const Database& database);

}  // namespace sfumato::queries
