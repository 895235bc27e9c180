// Whether rows of a release are those of the original, by its sidecar and its method, and which way of
// measuring that calls for: synthetic records have no original, drawn columns of kept records have one.
#pragma once

#include <string>
#include <vector>

#include "core/warning.hpp"
#include "io/table_file.hpp"
#include "jobs/measure.hpp"

namespace sfumato::jobs {

// Columns of a release that synthesizers drew, and these methods, by its sidecar; empty without one.
struct DrawnColumns {
  std::vector<std::string> columns, methods;
};
DrawnColumns drawn_columns(const io::Sidecar& sidecar);

// For a release whose sidecar says how its rows correspond. Proposes ‹synthetic› where rows have no original,
// or where compared columns were drawn; with it, says where rows do correspond, so that linkage by row is
// left out. `compared` are names of columns. True: rows that are taken to correspond agree by chance only.
bool add_row_proposals(const MeasureRequest& request, const io::TableFile& released, const std::string& name,
                       const std::vector<std::string>& compared, const Run& run, Warnings& warnings);

}  // namespace sfumato::jobs
