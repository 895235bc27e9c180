// Input perturbation: records are masked by the recipe of the terms before they are stored; unmasked records
// are never stored.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/run.hpp"
#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "queries/catalogue.hpp"
#include "queries/terms.hpp"
#include "release/verification.hpp"

namespace sfumato::queries {

struct MaskedRecords {
  std::vector<Table> tables;
  Warnings warnings;
  std::vector<verify::PromiseFinding> promises;  // of classes of records, verified in the masked tables
};

// Sets the numbers of masked records that lie outside the declared domain to its nearest bound, where the
// recipe moved them there: the original in the same row was inside. So noise does not change how many records
// there are. How many cells, by column; nothing where the rows do not correspond.
std::vector<std::pair<std::string, std::size_t>> clamp_moved(const Table& original, Table& masked,
                                                             const CatalogueTable& table);

// Errors: terms without a recipe, a recipe that makes several copies, a promise that does not hold.
MaskedRecords mask_records(const std::vector<io::TableFile>& sources, const DatabaseTerms& terms,
                           const std::vector<std::string>& names, const Run& run);

}  // namespace sfumato::queries
