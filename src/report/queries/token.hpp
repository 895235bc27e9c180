// The report on a token that was made or revoked.
#pragma once

#include "jobs/queries/query_token.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// {"user", "token", "permissions"}, or {"user", "revoked"}.
Report query_token_report(const jobs::QueryTokenResult& result);

}  // namespace sfumato::report
