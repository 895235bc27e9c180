// A comparison on a sample that was measured on all records: which targets and limits hold there.
#pragma once

#include "jobs/confirmation.hpp"
#include "report/report.hpp"

namespace sfumato::report {

Report confirmation_report(const jobs::Confirmation& confirmation);

}  // namespace sfumato::report
