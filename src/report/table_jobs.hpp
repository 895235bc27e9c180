// Reports of the table jobs, one for each result: the commands show it, and the library returns its document.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jobs/audit.hpp"
#include "jobs/check.hpp"
#include "jobs/ptable.hpp"
#include "jobs/table_compare.hpp"
#include "jobs/table_protection.hpp"
#include "jobs/tabulate.hpp"
#include "report/report.hpp"
#include "report/table_comparison_report.hpp"

namespace sfumato::report {

// {…, "records"}: the members of describe(table).
Report job_report(const jobs::TabulateResult& result);
Report job_report(const jobs::CheckResult& result);
Report job_report(const jobs::AuditResult& result);
Report job_report(const jobs::Protected<tables::Suppression>& result);
Report job_report(const jobs::Protected<tables::Rounding>& result);
Report job_report(const jobs::Protected<tables::Adjustment>& result);
Report job_report(const jobs::Protected<tables::Perturbation>& result);
Report job_report(const jobs::Protected<tables::Recoding>& result);
// {"largest_noise", "counts": [{"count", "stays", "mean", "variance"}…]}.
Report job_report(const tables::Ptable& result);

// The request of a comparison, for its page; the sources are names of files, or descriptions.
std::vector<std::pair<std::string, std::string>> table_question(const jobs::TableCompareRequest& request,
                                                                const std::string& source,
                                                                const std::string& ptable_source);

// For table_comparison_report, the page and the rows.
TableComparison table_comparison(jobs::TableCompareResult result, std::string source,
                                 std::vector<std::pair<std::string, std::string>> asked, std::string made_on);

}  // namespace sfumato::report
