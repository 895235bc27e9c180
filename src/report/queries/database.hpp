// The report on a new database: how its records were imported.
#pragma once

#include "jobs/queries/query_init.hpp"
#include "jobs/queries/query_refresh.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"database", "tables": [{"table", "rows", "kept", "clamped", "made_null", "rounded", "dropped",
// "beyond_unit", "camouflaged"}], "promises"}. Confidential.
Report query_init_report(const jobs::QueryInitResult& created);
// The same, with "refreshes" and "head".
Report query_refresh_report(const jobs::QueryRefreshResult& result);

}  // namespace sfumato::report
