// What the job `sample` has to say of made-up data.
#pragma once

#include "jobs/sample.hpp"
#include "report/report.hpp"

namespace sfumato::report {

Report sample_report(const jobs::SampleResult& result);

}  // namespace sfumato::report
