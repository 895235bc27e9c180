// Tables of cells that a request names (a file of the folder, or the table in the result of an earlier job,
// in place of the document itself), and their way into the folder.
#pragma once

#include "app/app_jobs.hpp"

namespace sfumato::app {

// The members with the documents of "table" and "adjusted" in place of {"file": …} and {"job": …}.
Value with_cell_tables(const Value& members, const JobContext& context);

// Writes "table" as NAME.csv for publication, codes and values alone, and with "complete" as NAME.json, which
// can be read back and has the values of suppressed cells: only the owner can read it.
AppOutcome save_cells(const AppRequest& request, const JobContext& context, const Run& run);

}  // namespace sfumato::app
