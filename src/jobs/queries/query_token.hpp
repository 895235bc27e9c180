// Access to the server of a database: a new token, which is shown once; a revoked one; or the list of all.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"
#include "queries/tokens.hpp"

namespace sfumato::jobs {

struct QueryTokenRequest {
  std::string database, user;
  std::vector<std::string> permissions;  // empty: ask, explain and budget
  std::string quota;                     // ε, or "none"; empty: not changed
  std::string expires;                   // "30d", a date or a time; empty: never
  bool revoke = false;
  bool list = false;

  static JobInfo info();
  static void params(ParamList<QueryTokenRequest>& list);
};

// A token without itself.
struct ListedToken {
  queries::TokenHolder holder;
  std::optional<std::int64_t> quota;  // of the user, in micro-ε
  bool recorded = true;               // false: tokens.json differs from the ledger, and it is not valid
};

struct QueryTokenResult {
  std::string user;
  bool revoked = false;
  std::string token;  // not stored anywhere
  std::vector<std::string> permissions;
  std::optional<std::int64_t> expires;
  bool listed = false;  // `tokens` is the result, and nothing else
  std::vector<ListedToken> tokens;
};
// `clock` decides what has expired.
QueryTokenResult query_token(const QueryTokenRequest& request, const Run& run,
                             const queries::UtcClock& clock = queries::utc_now);

}  // namespace sfumato::jobs
