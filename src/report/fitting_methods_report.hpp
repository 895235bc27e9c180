// Which methods fit a table: those that take every chosen column first, then those that take some, then those
// that do not fit, with the reason.
#pragma once

#include "jobs/fitting_methods.hpp"
#include "report/report.hpp"

namespace sfumato::report {

Report fitting_methods_report(const jobs::FittingMethodsResult& result);

}  // namespace sfumato::report
