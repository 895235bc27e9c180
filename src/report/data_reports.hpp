// Reports about data before they are protected, and while they are: risks of keys, hierarchies of columns,
// and distributions before and after.
#pragma once

#include "jobs/column_hierarchy.hpp"
#include "jobs/distributions.hpp"
#include "jobs/key_risk_summary.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"data", "records", "keys", "sentence", "uniques", "unique_percent", "k", "classes": [{"size", "classes",
// "records"}], "measures": {id: {"value", "details", "note"}}, "special": […], "riskiest": […]}.
Report key_risk_report(const jobs::KeyRiskResult& result);

// {"column", "specification", "reason", "rows", "keys", "records", "levels": [{"level", "values", "unique",
// "unique_percent", "smallest_class"}]}.
Report hierarchy_report(const jobs::HierarchyResult& result);

// {"columns": [{"name", "kind", "before", "after", "bins", "categories", "unchanged_percent"}],
// "correlations": {"columns", "before", "after"}, "changed": [{"record", "distance", "cells"}]}.
Report distributions_report(const jobs::DistributionsResult& result);

}  // namespace sfumato::report
