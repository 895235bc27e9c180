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
  // Dimensions with their totals, hierarchies and labels; weight, holding and request. The columns to cross
  // and to sum are not set.
  Specification specification_base;
  std::vector<std::string> notes;
};

// `data` may be gzipped. Codes are trimmed, so that they match those of .hrc and .cdl files; missing codes
// and blank fields are missing. Amounts are stored exactly, or are an error.
ArgusMicrodata read_argus_microdata(const std::string& data, const std::string& metadata, const Run& run);

}  // namespace sfumato::tables
