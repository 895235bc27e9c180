// Access to the server of a database. A token is shown once, when it is created.
#pragma once

#include <string>
#include <vector>

#include "core/run.hpp"
#include "jobs/job.hpp"

namespace sfumato::jobs {

struct QueryTokenRequest {
  std::string database, user;
  std::vector<std::string> permissions;  // empty: ask, explain and budget
  std::string quota;                     // ε, or "none"; empty: not changed
  bool revoke = false;

  static JobInfo info();
  static void params(ParamList<QueryTokenRequest>& list);
};

struct QueryTokenResult {
  std::string user;
  bool revoked = false;
  std::string token;  // not stored anywhere
  std::vector<std::string> permissions;
};
QueryTokenResult query_token(const QueryTokenRequest& request, const Run& run);

}  // namespace sfumato::jobs
