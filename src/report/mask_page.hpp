// The page of a release, to be signed: the verdict, risk before and after, utility, what was done and
// promised.
#pragma once

#include "jobs/assessment.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// `source` is the name of the original. The page has aggregates alone, no single record.
Report mask_page(const jobs::MaskResult& result, const jobs::Assessment& assessment,
                 const std::string& source);

// From the blocks of `mask_report` and the rest of what the page shows, where the result itself is gone.
struct MaskPageParts {
  Report described;
  jobs::Provenance provenance;
  std::vector<release::AcceptedWarning> accepted = {};
};
Report mask_page(MaskPageParts parts, const jobs::Assessment& assessment, const std::string& source);

// Of files that are measured: the same without what only the one who masked knows.
Report measure_page(const jobs::MeasureResult& measured);

}  // namespace sfumato::report
