// What a person reads about their own record in a release.
#pragma once

#include "jobs/verify.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"released", "records", "distance", "percent", "nearest", "columns": {C: {"mine", "closest", "rank",
// "lower", "upper", "deviation"}}}
Report verify_report(const jobs::VerifyResult& result);

}  // namespace sfumato::report
