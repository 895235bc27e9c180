// What `table batch` has to say: of every table of the batch file whether it is safe, what that cost, and
// where it went.
#pragma once

#include "jobs/table_batch.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"source", "done", "tables": [{"session", "table", "line", "title", "cells", "sensitive", "linked",
// "protection", "algorithm", "status", "secondary", "cost", "safe", "unsafe_cells", "files",
// "not_written"}…], "files": [all that were written]}. What a table does not have is null.
Report job_report(const jobs::TableBatchResult& result);

}  // namespace sfumato::report
