// A table's profile as a report: one line per column, then how many records stand alone.
#pragma once

#include <string>

#include "jobs/inspect.hpp"
#include "profile/profile.hpp"
#include "report/report.hpp"

namespace sfumato::report {

Report inspect_report(const jobs::InspectResult& result);

// "On the quasi-identifiers sex, age, 12 % of the records (6 of 50) are unique; …".
std::string uniqueness_text(const profile::Profile& profile);

}  // namespace sfumato::report
