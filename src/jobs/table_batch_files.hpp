// The files that a batch file asks for: what may be written of each table, in which format, and the logbook.
#pragma once

#include <string>
#include <vector>

#include "jobs/table_batch.hpp"
#include "jobs/table_batch_plan.hpp"
#include "tables/cell_table.hpp"
#include "tables/formats/argus_export.hpp"

namespace sfumato::jobs {

// A table that was protected, or audited where it is not to be.
struct ReadyTable {
  const PlannedTable* planned = nullptr;
  BatchTable summary;
  // The same, with the pattern, where values are not changed.
  tables::CellTable original, published;
  tables::ArgusValues values = tables::ArgusValues::suppressed;
};

// Refuses where a file that is written beside another, such as an .rda, would overwrite something.
void check_batch_files(const BatchPlan& plan, const std::vector<ReadyTable>& tables);

// Each beside its place, then renamed. Makes `folder` where it is given and not there.
void write_batch_files(const BatchPlan& plan, const std::string& folder, std::vector<ReadyTable>& tables,
                       TableBatchResult& result);

}  // namespace sfumato::jobs
