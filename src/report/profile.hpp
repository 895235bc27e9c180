// A table's profile as a report: one line per column, then how many records stand alone.
#pragma once

#include <string>

#include "profile/profile.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// `source` names the data, as the user did.
Report describe(const profile::Profile& profile, const std::string& source);

// "On the quasi-identifiers sex, age, 12 % of the records (6 of 50) are unique; …".
std::string uniqueness_text(const profile::Profile& profile);

}  // namespace sfumato::report
