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

// Parameters that have no meaning together.
void check_request(const QueryTokenRequest& request) {
  const bool makes = !request.quota.empty() || !request.permissions.empty() || !request.expires.empty();
  if (request.list && (makes || request.revoke || !request.user.empty())) {
    bad_input("'list' shows all tokens, and cannot be combined with other parameters",
              "give the database and 'list' only");
  }
  if (!request.list && request.user.empty()) {
    bad_param("user", "the user of the token is missing", "give ‹user›, or ‹list› to see all tokens");
  }
  if (request.revoke && makes) {
    bad_input("'revoke' cannot be combined with 'quota', 'permissions' or 'expires'",
              "leave out 'quota', 'permissions' and 'expires'");
  }
}

std::vector<ListedToken> list_tokens(const queries::TokenFile& tokens, const queries::Ledger& ledger) {
  std::vector<ListedToken> all;
  for (const queries::TokenHolder& holder : tokens.holders()) {
    all.push_back({holder, ledger.balance(holder.user).quota, tokens.recorded(holder)});
  }
  return all;
}

}  // namespace

JobInfo QueryTokenRequest::info() {
  return {.name = "query-token",
          .title = "Create a token",
          .summary = "Creates a token for a user of the server, revokes it, or lists all tokens."};
}

void QueryTokenRequest::params(ParamList<QueryTokenRequest>& list) {
  list.text("database", &QueryTokenRequest::database).required().doc("The database's folder.");
  list.text("user", &QueryTokenRequest::user).doc("The user of the token.");
  list.columns("permissions", &QueryTokenRequest::permissions)
      .doc("Permissions of the token: ask, explain, budget, admin; the first three unless given.");
  list.text("quota", &QueryTokenRequest::quota)
      .doc("The user's quota of the budget in ε, from 0, or 'none'.");
  list.text("expires", &QueryTokenRequest::expires)
      .doc(
          "When the token expires: after 12h, 30d or 8w, or at the end of a day, 2030-12-31 (UTC); never "
          "unless given.");
  list.flag("revoke", &QueryTokenRequest::revoke).doc("Revokes the token.");
  list.flag("list", &QueryTokenRequest::list)
      .doc("Lists all tokens: user, permissions, when made, expiry, quota; never the token itself.");
}

QueryTokenResult query_token(const QueryTokenRequest& request, const Run& run,
                             const queries::UtcClock& clock) {
  run.check_stop();
  check_request(request);
  QueryTokenResult result;
  result.user = request.user;
  if (!request.list) queries::require_token_user(request.user);
  const queries::Permissions given = queries::parse_permissions(
      request.permissions.empty() ? std::vector<std::string>{"ask", "explain", "budget"}
                                  : request.permissions);
  if (!request.expires.empty()) result.expires = queries::expiry_of(request.expires, clock());
  const queries::Database base(request.database);
  queries::Ledger ledger(base.ledger_path());
  queries::TokenFile tokens(base.tokens_path(), &ledger, clock);
  if (request.list) {
    result.listed = true;
    result.tokens = list_tokens(tokens, ledger);
    return result;
  }
  // The quota is set first: a token without it could spend more.
  if (!request.quota.empty()) ledger.set_quota(request.user, share_of(request.quota));
  if (request.revoke) {
    result.revoked = true;
    if (!tokens.revoke(request.user)) {
      bad_input("'" + request.user + "' has no token", "‹list› shows the users with a token");
    }
    return result;
  }
  result.token = tokens.make(request.user, given, result.expires);
  result.permissions = queries::permission_names(given);
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(query_token_job, QueryTokenRequest)
