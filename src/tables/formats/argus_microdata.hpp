// Records in tau-Argus's two forms, fixed columns and separated fields, through the .rda that describes them.
// They become an ordinary table of records, and the start of a specification of what to tabulate.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

struct ArgusMicrodata {
  Table records;
  // Dimensions with their totals, hierarchies and labels; weight, holding and request. What to cross and to
  // add up is left open.
  Specification specification_base;
  std::vector<std::string> notes;
};

// `data` may be gzipped. Codes are trimmed, so that they meet those of .hrc and .cdl files; missing codes and
// blank fields are missing. Amounts are kept exactly, or refused.
ArgusMicrodata read_argus_microdata(const std::string& data, const std::string& metadata, const Run& run);

}  // namespace sfumato::tables
