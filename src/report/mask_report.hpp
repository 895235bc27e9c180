// What the job `mask` has to say of a release.
#pragma once

#include "jobs/mask.hpp"
#include "report/report.hpp"

namespace sfumato::report {

Report mask_report(const jobs::MaskResult& result);

}  // namespace sfumato::report
