#include "jobs/queries/query_token.hpp"

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "queries/database.hpp"
#include "queries/ledger.hpp"
#include "queries/tokens.hpp"

namespace sfumato::jobs {
namespace {

std::optional<std::int64_t> share_of(const std::string& quota) {
  if (quota == "none") return std::nullopt;
  const std::optional<double> number = parse_number(quota);
  if (!number) {
    bad_input("parameter 'quota' cannot be '" + quota + "'", "write a quota in ε, or none");
  }
  return queries::quota_micro_epsilon(*number, "quota");
}

}  // namespace

JobInfo QueryTokenRequest::info() {
  return {.name = "query-token",
          .title = "Create a token",
          .summary = "Creates a token for a user of the server, or revokes it."};
}

void QueryTokenRequest::params(ParamList<QueryTokenRequest>& list) {
  list.text("database", &QueryTokenRequest::database).required().doc("The database's folder.");
  list.text("user", &QueryTokenRequest::user).required().doc("The user of the token.");
  list.columns("permissions", &QueryTokenRequest::permissions)
      .doc("Permissions of the token: ask, explain, budget, admin; the first three unless given.");
  list.text("quota", &QueryTokenRequest::quota)
      .doc("The user's quota of the budget in ε, from 0, or 'none'.");
  list.flag("revoke", &QueryTokenRequest::revoke).doc("Revokes the token.");
}

QueryTokenResult query_token(const QueryTokenRequest& request, const Run& run) {
  run.check_stop();
  if (request.revoke && (!request.quota.empty() || !request.permissions.empty())) {
    bad_input("'revoke' cannot be combined with 'quota' or 'permissions'",
              "leave out 'quota' and 'permissions'");
  }
  queries::require_token_user(request.user);
  const queries::Permissions given = queries::parse_permissions(
      request.permissions.empty() ? std::vector<std::string>{"ask", "explain", "budget"}
                                  : request.permissions);
  const queries::Database base(request.database);
  // The quota is set first: a token without it could spend more.
  if (!request.quota.empty()) {
    queries::Ledger(base.ledger_path()).set_quota(request.user, share_of(request.quota));
  }
  queries::TokenFile tokens(base.tokens_path());
  QueryTokenResult result{.user = request.user, .revoked = request.revoke, .token = {}, .permissions = {}};
  if (request.revoke) {
    if (!tokens.revoke(request.user)) {
      bad_input("'" + request.user + "' has no token",
                "tokens.json in the database's folder lists the users with a token");
    }
    return result;
  }
  result.token = tokens.make(request.user, given);
  result.permissions = queries::permission_names(given);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_token_job, QueryTokenRequest)
